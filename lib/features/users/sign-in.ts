import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { AppError } from "@/lib/shared/errors";
import type { ProvenIdentity } from "./rules/account";

/**
 * Signs in a verified identity and marks its managed wallets as verified.
 * @param input.current the account that is signed in already, which may have requested a link
 * @param input.limit counts a new account; absent for our own programs
 * @throws AppError rate_limited; forbidden when a contract on another chain proved the wallet before, or the
 *   account that requested a link can have no further identity
 */
export async function signIn({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "ids" | "log" | "wallets">;
  input: { identity: ProvenIdentity; current: string | null; limit?: CallerLimits["limit"] };
}): Promise<{ accountId: string }> {
  const { identity, current, limit } = input;
  const { type } = identity;
  const username = identity.isNameUnconfirmed ? null : identity.name;
  const known = await ctx.accounts.signIn(identity, { current, newId: null });
  const isNew = known?.accountId === null;
  // A wallet costs nothing, and nothing removes its account.
  if (isNew) await limit?.("newAccount");
  const signedIn = isNew
    ? await ctx.accounts.signIn(identity, { current, newId: ctx.ids.randomId() })
    : known;
  if (!signedIn?.accountId) {
    throw new AppError(
      "forbidden",
      "A wallet with this address on another chain has a different owner",
    );
  }
  if (type !== "wallet") {
    const person = { ...identity, type };
    // Created even if no launch has named the identity yet, so that a later launch pays to it.
    await ctx.wallets.resolvePerson(person, username).catch((err: unknown) =>
      // A failure of the wallet provider must not prevent the sign-in.
      ctx.log.warn({ err, type }, "could not create a managed wallet at sign-in"),
    );
    await ctx.wallets.markVerified(person, username);
  }
  ctx.log.info({ account: signedIn.accountId, type, linked: signedIn.isLinked }, "signed in");
  return { accountId: signedIn.accountId };
}
