import type { ServiceContext } from "@/lib/context";

/**
 * What a web server does before it listens: makes sure that its managed wallets are the realm's,
 * ends what another realm has left open, and warns when users of another realm stay behind.
 * @throws WalletSeedError when this server would give people other wallets than the others do
 */
export async function enterRealm({
  ctx,
}: {
  ctx: Pick<ServiceContext, "accounts" | "env" | "log" | "openWallets" | "transactions">;
}): Promise<void> {
  const { realm } = ctx.env;
  await ctx.openWallets();
  const failed = await ctx.transactions.failOtherRealms();
  if (failed > 0) ctx.log.warn({ realm, failed }, "failed the open transactions of another realm");
  const { own, others } = await ctx.accounts.countByRealm();
  if (own > 0 || others === 0) return;
  ctx.log.warn(
    { realm, others },
    `the ${realm} realm has no accounts yet: accounts, sessions and managed wallets of the ${realm === "live" ? "sandbox" : "real chains"} stay there`,
  );
}
