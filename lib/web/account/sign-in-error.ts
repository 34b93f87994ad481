/**
 * Why a sign-in failed. `code` is next-auth's own (`Verification`, `CredentialsSignin`) or one of
 * ours: `csrf` for a form of another session, `CodeWrong` and `CodeDead` for an email code,
 * `CodeExpired` for an unconfirmed Farcaster code.
 */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: string;

  constructor(code: string) {
    super(`The sign-in was refused: ${code}`);
    this.code = code;
  }
}
