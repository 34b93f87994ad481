"use client";

import { Age } from "@/components/tokens/age";
import { Amount } from "@/components/tokens/amounts/amount";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Card } from "@/components/ui/card";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { CHAINS } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { earningsRows, sourceTitle } from "./earnings-rows";
import { PaymentState, StateIcon } from "./payout-progress";

const SHOWN = 15;

type Action = EarningsAnswer["actions"][number];

/** Latest payouts, withdrawals and share changes, newest first. */
export function AccountActivity({ earnings }: { earnings: EarningsAnswer }) {
  const entries = entriesOf(earnings);
  if (entries.length === 0) return null;
  return (
    <Card data-slot="account-activity" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Activity</h2>
      <ul className="mt-3">
        {entries.map(({ createdAt, chain, state, title, amount, note }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two payouts may begin in one second
            key={`${createdAt}:${chain}:${title}:${index}`}
            className="flex items-start gap-3 border-t py-2.5 text-sm first:border-t-0"
          >
            <span className="mt-0.5 shrink-0">
              <StateIcon state={state} />
            </span>
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{title}</bdi>
              <span className="block text-faint text-xs">
                {CHAINS[chain].name}: {note}
              </span>
            </span>
            <span className="text-right">
              {amount !== null && <Amount value={amount} unit="ETH" />}
              <Age createdAt={createdAt} className="block text-faint text-xs" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const ACTION_TITLES = {
  withdrawal: "Withdrawal to",
  manager_shares: "Shares changed in",
  token_drop: "Token dropped from",
} as const satisfies Record<Action["kind"], string>;

/** Payouts and wallet actions together, the newest first. */
function entriesOf(earnings: EarningsAnswer) {
  const rows = earningsRows(earnings);
  return [
    ...earnings.payouts.map((payout) => ({
      createdAt: payout.createdAt,
      chain: payout.chain,
      state: payout.state,
      title: `Payout from ${sourceTitle(rows, payout.source) ?? shortenAddress(payout.source)}`,
      amount: payout.paid ?? payout.amount,
      note: <PaymentState payout={payout} />,
    })),
    ...earnings.actions.map((action) => ({
      createdAt: action.createdAt,
      chain: action.chain,
      state: action.state,
      title: `${ACTION_TITLES[action.kind]} ${shortenAddress(action.to)}`,
      amount: action.kind === "withdrawal" ? action.amount : null,
      note: <ActionState action={action} />,
    })),
  ]
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, SHOWN);
}

function ActionState({ action }: { action: Action }) {
  const { chain, state, transactionHash, error } = action;
  const link = transactionHash !== null && (
    <TransactionLink chain={chain} hash={transactionHash}>
      {transactionHash.slice(0, 10)}…
    </TransactionLink>
  );
  if (state === "completed") return <>Done {link}</>;
  if (state === "pending") return <>Pending. You can leave this page.</>;
  return (
    <>
      Failed: {error}. No funds moved. Try again. {link}
    </>
  );
}
