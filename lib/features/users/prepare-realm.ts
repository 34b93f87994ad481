import type { ServiceContext } from "@/lib/context";

/**
 * Prepares a web server before it listens: opens the secrets of the installation, checks that its
 * managed wallets belong to the realm, ends open transactions and webhook deliveries of other realms,
 * and warns when only another realm has accounts.
 * @throws SecretsError when its key does not open the secrets, or it has another wallet seed;
 * WalletSeedError when its wallets belong to another realm
 */
export async function prepareRealm({
  ctx,
}: {
  ctx: Pick<
    ServiceContext,
    | "accounts"
    | "compareVariables"
    | "env"
    | "log"
    | "openWallets"
    | "sessions"
    | "transactions"
    | "webhookUpkeep"
  >;
}): Promise<void> {
  const { realm } = ctx.env;
  await ctx.openWallets();
  await ctx.sessions.unlock();
  await ctx.compareVariables();
  const failed = await ctx.transactions.failOtherRealms();
  if (failed > 0) ctx.log.warn({ realm, failed }, "failed the open transactions of another realm");
  const canceled = await ctx.webhookUpkeep.cancelOtherRealms();
  if (canceled > 0) ctx.log.warn({ realm, canceled }, "canceled the deliveries of another realm");
  const { own, others } = await ctx.accounts.countByRealm();
  if (own > 0 || others === 0) return;
  ctx.log.warn(
    { realm, others },
    `the ${realm} realm has no accounts yet: accounts, sessions and managed wallets of the ${realm === "live" ? "sandbox" : "real chains"} stay there`,
  );
}
