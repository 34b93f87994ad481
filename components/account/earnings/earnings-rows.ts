import { formatEther, parseEther } from "viem";
import type { PayoutSourceKind } from "@/lib/features/fees/rules/payout";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

type Wallet = EarningsAnswer["wallets"][number];
type WalletChain = Wallet["chains"][number];
type Manager = WalletChain["books"]["managers"][number];

/** One source of earnings: a token's fee stream, a manager, or referred trades. */
export type EarningsRow = {
  key: string;
  chain: ChainSlug;
  wallet: string;
  kind: PayoutSourceKind;
  source: string;
  /** Token name or manager kind. */
  title: string;
  symbol: string | null;
  /** ETH; `ready` is null while the chain is unreachable. */
  paid: string;
  ready: string | null;
  /** Whether a payout is pending. */
  isBeingPaid: boolean;
};

const MANAGER_TITLES = {
  revenue: "Revenue manager",
  feeSplit: "Fee split",
  dynamicFeeSplit: "Fee split with editable shares",
} as const satisfies Record<Manager["type"], string>;

/** Titles of sources that have none of their own. */
const SOURCE_TITLES = {
  token: "Token",
  manager: "Manager",
  referral: "Referrals",
} as const satisfies Record<PayoutSourceKind, string>;

/** All earnings sources of the user's wallets, largest claimable amount first. */
export function earningsRows({ wallets, payouts }: EarningsAnswer): EarningsRow[] {
  const pending = new Set(
    payouts
      .filter(({ state }) => state === "pending")
      .map(({ chain, wallet, source }) => `${chain}:${wallet}:${source}`),
  );
  const rows = wallets.flatMap(({ address, chains }) =>
    chains.flatMap((on) =>
      rowsOn(on).map((row) => {
        const key = `${on.chain}:${address}:${row.source}`;
        return { ...row, key, chain: on.chain, wallet: address, isBeingPaid: pending.has(key) };
      }),
    ),
  );
  return rows.sort(
    (one, other) =>
      compareWei(wei(other.ready), wei(one.ready)) || compareWei(wei(other.paid), wei(one.paid)),
  );
}

type SourceRow = Pick<EarningsRow, "kind" | "source" | "title" | "symbol" | "paid" | "ready">;

function rowsOn({ books, claimable, referrals }: WalletChain): SourceRow[] {
  const ready = new Map<string, string>(
    claimable?.map(({ source, amount }) => [source, amount]) ?? [],
  );
  const readyAt = (source: string) => (claimable === null ? null : (ready.get(source) ?? "0"));
  const known: SourceRow[] = [
    ...books.streams.map(({ tokenAddress: source, name, symbol, claimed }) => ({
      kind: "token" as const,
      source,
      title: name,
      symbol,
      paid: claimed,
      ready: readyAt(source),
    })),
    ...books.managers.map(({ managerAddress: source, type, claimed }) => ({
      kind: "manager" as const,
      source,
      title: MANAGER_TITLES[type],
      symbol: null,
      paid: claimed,
      ready: readyAt(source),
    })),
    ...referrals.map(({ source, claimed }) => ({
      kind: "referral" as const,
      source,
      title: SOURCE_TITLES.referral,
      symbol: null,
      paid: claimed,
      ready: readyAt(source),
    })),
  ];
  const listed = new Set<string>(known.map(({ source }) => source));
  // The chain has it before the indexer does.
  const fresh = (claimable ?? []).filter(({ source }) => !listed.has(source));
  return [
    ...known.filter(({ paid, ready: waits }) => wei(paid) > 0n || wei(waits) > 0n),
    ...fresh.map(({ kind, source, amount }) => ({
      kind,
      source,
      title: SOURCE_TITLES[kind],
      symbol: null,
      paid: "0",
      ready: amount,
    })),
  ];
}

/** ETH as decimals; testnet ETH has no value, so it is summed separately. */
export type EarningsTotals = {
  network: "mainnet" | "testnet";
  ready: string;
  paid: string;
  balance: string;
  isEmpty: boolean;
};

/** Totals for mainnets and for testnets. */
export function earningsTotals({ wallets }: EarningsAnswer): EarningsTotals[] {
  return (["mainnet", "testnet"] as const).map((network) => {
    const sums = { ready: 0n, paid: 0n, balance: 0n };
    for (const { chains, managed } of wallets) {
      for (const { chain, claimable, books, balance, referrals } of chains) {
        if (CHAINS[chain].network !== network) continue;
        for (const { amount } of claimable ?? []) sums.ready += wei(amount);
        sums.paid += wei(books.claimed);
        for (const { claimed } of referrals) sums.paid += wei(claimed);
        if (managed) sums.balance += wei(balance);
      }
    }
    const { ready, paid, balance } = sums;
    return {
      network,
      ready: formatEther(ready),
      paid: formatEther(paid),
      balance: formatEther(balance),
      isEmpty: ready + paid + balance === 0n,
    };
  });
}

/** Chains that were unreachable for at least one wallet. */
export function silentChains({ wallets }: EarningsAnswer): ChainSlug[] {
  const silent = wallets.flatMap(({ chains }) =>
    chains.filter(({ claimable }) => claimable === null).map(({ chain }) => chain),
  );
  return [...new Set(silent)];
}

/** Title of a source, for lists that only have its address. */
export function sourceTitle(rows: readonly EarningsRow[], source: string): string | null {
  return rows.find((row) => row.source === source)?.title ?? null;
}

function wei(ether: string | null): bigint {
  return ether === null ? 0n : parseEther(ether);
}

function compareWei(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
