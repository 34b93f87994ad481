/**
 * Why a sign-in did not work. `code` is next-auth's own (`Verification`, `CredentialsSignin`) or
 * `csrf` for a form that belongs to another session, `CodeWrong` and `CodeDead` for the code of a
 * mail, `CodeExpired` for a Farcaster code nobody confirmed.
 */
export class SignInError extends Error {
  override readonly name = "SignInError";
  readonly code: string;

  constructor(code: string) {
    super(`The sign-in was refused: ${code}`);
    this.code = code;
  }
}
