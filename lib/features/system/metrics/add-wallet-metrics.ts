import { formatEther } from "viem";
import type { ServiceContext } from "@/lib/context";
import { readFunds } from "@/lib/features/budget/read-budgets";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";

type Wallet = { chain: ChainSlug; balanceWei: bigint; launchWei: bigint };

/** Registers the server wallet's balance, and the number of launches that it can pay for. */
export function addWalletMetrics(ctx: Pick<ServiceContext, "chains" | "metrics">): void {
  const ofWallet = (name: string, help: string, value: (wallet: Wallet) => number) =>
    ctx.metrics.add({
      name,
      kind: "gauge",
      help,
      labels: ["chain"],
      read: async () =>
        (await readWallets(ctx)).map((wallet) => ({
          labels: { chain: wallet.chain },
          value: value(wallet),
        })),
    });
  ofWallet("slipway_wallet_balance_eth", "ETH of the server wallet.", ({ balanceWei }) =>
    Number(formatEther(balanceWei)),
  );
  ofWallet(
    "slipway_wallet_launches_left",
    "Launches that the server wallet can pay for at the current gas price.",
    ({ balanceWei, launchWei }) => (launchWei === 0n ? 0 : Number(balanceWei / launchWei)),
  );
}

/** Omits chains whose node does not respond; `slipway_dependency_up` reports those. */
async function readWallets({ chains }: Pick<ServiceContext, "chains">): Promise<Wallet[]> {
  const found = await Promise.all(
    CHAIN_SLUGS.map(async (slug): Promise<Wallet[]> => {
      const chain = chains[slug];
      if (chain === undefined) return [];
      const funds = await readFunds(chain).catch(() => null);
      return funds === null ? [] : [{ chain: slug, ...funds }];
    }),
  );
  return found.flat();
}
