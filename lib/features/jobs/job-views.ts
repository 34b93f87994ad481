import type { TransactionKind } from "@/lib/features/transactions/rules";
import type { Payloads, Transaction } from "@/lib/features/transactions/transaction";

type Contracts = { tokenAddress: string | null; managerAddress: string | null };
type JobView<K extends TransactionKind> = {
  title(payload: Payloads[K]): string;
  /** The contracts that its page links to. */
  contracts(job: Pick<Transaction<K>, "payload" | "result">): Contracts;
};

const NO_CONTRACTS: Contracts = { tokenAddress: null, managerAddress: null };

const launch: Pick<JobView<"launch">, "title"> & {
  contracts(job: { result: Contracts | null }): Contracts;
} = {
  title: ({ token: { name, symbol } }) => `${symbol}: ${name}`,
  contracts: ({ result }) => result ?? NO_CONTRACTS,
};

const VIEWS: { [K in TransactionKind]: JobView<K> } = {
  launch,
  prepared_launch: launch,
  manager: {
    title: ({ managerAddress }) => `Manager ${managerAddress}`,
    contracts: ({ payload: { managerAddress } }) => ({ tokenAddress: null, managerAddress }),
  },
  payout: {
    title: ({ account }) => `Payout to ${account}`,
    contracts: () => NO_CONTRACTS,
  },
  withdrawal: {
    title: ({ wallet, to }) => `Withdrawal from ${wallet} to ${to}`,
    contracts: () => NO_CONTRACTS,
  },
  share_change: {
    title: ({ manager }) => `Shares of ${manager}`,
    contracts: ({ payload: { manager } }) => ({ tokenAddress: null, managerAddress: manager }),
  },
  token_drop: {
    title: ({ token, manager }) => `${token} dropped from ${manager}`,
    contracts: ({ payload: { token, manager } }) => ({
      tokenAddress: token,
      managerAddress: manager,
    }),
  },
  trade: {
    title: ({ side, token, wallet }) =>
      `${side === "buy" ? "Purchase" : "Sale"} of ${token} by ${wallet}`,
    contracts: ({ payload: { token } }) => ({ tokenAddress: token, managerAddress: null }),
  },
  trade_approval: {
    title: ({ token, wallet }) => `Approval of ${token} by ${wallet}`,
    contracts: ({ payload: { token } }) => ({ tokenAddress: token, managerAddress: null }),
  },
};

/** How the console shows a transaction: one line, and the contracts that belong to it. */
export function jobViewOf<K extends TransactionKind>(
  job: Pick<Transaction<K>, "kind" | "payload" | "result">,
): { title: string } & Contracts {
  const view: JobView<K> = VIEWS[job.kind];
  const { tokenAddress, managerAddress } = view.contracts(job);
  return { title: view.title(job.payload), tokenAddress, managerAddress };
}
