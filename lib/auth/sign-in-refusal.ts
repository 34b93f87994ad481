/** A sign-in that proves nothing. next-auth leads back with `code` in the address. */
export class SignInRefusal extends Error {
  override readonly name = "SignInRefusal";

  constructor(code: "CodeWrong" | "CodeDead" | "Verification") {
    super(code);
  }
}
