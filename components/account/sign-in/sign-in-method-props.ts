import type { SignInMethod } from "@/lib/web/account/auth-client";

export type SignInMethodProps = {
  /** Path to return to after a redirect. */
  returnTo: string;
  /**
   * Runs before a sign-in starts or a code is sent, for example to store a link request; its error is
   * shown.
   */
  before?: (method: SignInMethod, email?: string) => Promise<void>;
  /** The signed-in account that the method is added to; null or absent for a plain sign-in. */
  linkTo?: string | null;
};
