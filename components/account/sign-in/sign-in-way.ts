import type { SignInWay } from "@/lib/web/account/auth-client";

export type SignInWayProps = {
  /** Path to return to after a redirect. */
  returnTo: string;
  /** Runs before a sign-in starts, for example to store a link request; its error is shown. */
  before?: (way: SignInWay, email?: string) => Promise<void>;
  /** Whether it adds the method to the signed-in account. */
  isLink?: boolean;
};
