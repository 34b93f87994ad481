import type { SignInWay } from "@/lib/web/account/auth-client";

export type SignInWayProps = {
  /** Path of the page that a way which leaves this one comes back to. */
  returnTo: string;
  /** Done before a sign-in begins, a wish to link it for example; what it throws is shown. */
  before?: (way: SignInWay, email?: string) => Promise<void>;
};
