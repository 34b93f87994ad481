import type { Config } from "@/lib/features/system/schema";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { IdentityType } from "@/lib/shared/identity";
import type { SignInMethod } from "@/lib/web/account/auth-client";

/** A sign-in method that a page offers: `wallet` is an external wallet, `burner` that of a sandbox. */
export type OfferedMethod = SignInMethod | "burner";

/**
 * The methods with which a user can sign in to their account again in this browser. A wallet that is not
 * one of the account's would sign in to another account.
 * @param here addresses of this browser's external wallet and burner; null for none
 */
export function methodsOfAccount(
  identities: readonly { type: IdentityType; id: string }[],
  here: Record<"wallet" | "burner", string | null>,
): OfferedMethod[] {
  const owned = identities.filter(({ type }) => type === "wallet").map(({ id }) => id);
  const others = identities.map(({ type }) => type).filter((type) => type !== "wallet");
  const wallets = (["wallet", "burner"] as const).filter((kind) =>
    owned.includes(here[kind] ?? ""),
  );
  return [...others, ...wallets];
}

/** The email addresses of a user, the one of the latest sign-in first: that is probably at hand. */
export function emailsOfAccount(
  identities: AccountAnswer["account"]["identities"],
): readonly string[] {
  return identities
    .filter(({ type }) => type === "email")
    .toSorted((a, b) => b.signedInAt - a.signedInAt)
    .map(({ name }) => name);
}

/** Whether sign-in emails appear on `/outbox`. Servers of the previous release do not report it. */
export function hasMailbox({ mailbox, sandbox }: Pick<Config, "mailbox" | "sandbox">): boolean {
  return mailbox ?? sandbox;
}
