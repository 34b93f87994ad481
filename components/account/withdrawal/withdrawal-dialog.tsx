"use client";

import { useState, useSyncExternalStore } from "react";
import { Reauthenticate, useRecent } from "@/components/account/sign-in/reauthenticate";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { pendingWithdrawal, type WithdrawalDraft } from "@/lib/web/account/pending-withdrawal";
import { type CheckedWithdrawal, WithdrawalForm } from "./withdrawal-form";
import { WithdrawalPreview } from "./withdrawal-preview";
import { WithdrawalProgress } from "./withdrawal-progress";

/** Older confirmations are dropped; the activity list shows their result. */
const CONFIRMED_MS = 10 * 60 * 1_000;

const none = () => null;

/** Withdrawal dialog; open while a withdrawal is edited or pending. */
export function Withdrawal({ own, earnings }: { own: AccountAnswer; earnings: EarningsAnswer }) {
  const draft = useSyncExternalStore(pendingWithdrawal.subscribe, pendingWithdrawal.read, none);
  if (draft === null || draft.accountId !== own.account.id) return null;
  return (
    <Dialog open onClose={() => pendingWithdrawal.write(null)} title="Withdraw">
      <Steps own={own} earnings={earnings} draft={withoutStale(draft)} />
    </Dialog>
  );
}

function Steps({
  own,
  earnings,
  draft,
}: {
  own: AccountAnswer;
  earnings: EarningsAnswer;
  draft: WithdrawalDraft;
}) {
  const isRecent = useRecent(own);
  const [checked, setChecked] = useState<CheckedWithdrawal | null>(null);
  const { confirmed } = draft;
  if (confirmed !== null) {
    return (
      <WithdrawalProgress
        own={own}
        draft={draft}
        confirmed={confirmed}
        onBack={() => {
          setChecked(null);
          pendingWithdrawal.write({ ...draft, confirmed: null });
        }}
        onClose={() => pendingWithdrawal.write(null)}
      />
    );
  }
  if (!isRecent) return <Reauthenticate own={own} reason="A withdrawal" isInputStored />;
  // Another tab may have changed the draft since: what is confirmed is what the preview shows.
  if (checked !== null && isSame(checked.draft, draft)) {
    const isEverything = checked.draft.amount.trim().toLowerCase() === "max";
    return (
      <WithdrawalPreview
        checked={checked}
        isEverything={isEverything}
        onBack={() => setChecked(null)}
        onConfirm={() =>
          pendingWithdrawal.write({
            ...checked.draft,
            amount: isEverything ? "max" : checked.preview.amount,
            to: checked.preview.to,
            confirmed: { requestId: crypto.randomUUID(), at: Date.now(), isRequested: false },
          })
        }
      />
    );
  }
  return (
    <WithdrawalForm
      // A new sign-in allows what the earlier one did not.
      key={own.session.authenticatedAt}
      own={own}
      earnings={earnings}
      draft={draft}
      onChecked={setChecked}
    />
  );
}

function isSame(a: WithdrawalDraft, b: WithdrawalDraft): boolean {
  return a.chain === b.chain && a.wallet === b.wallet && a.to === b.to && a.amount === b.amount;
}

function withoutStale(draft: WithdrawalDraft): WithdrawalDraft {
  const { confirmed } = draft;
  const isStale = confirmed !== null && Date.now() - confirmed.at > CONFIRMED_MS;
  return isStale ? { ...draft, confirmed: null } : draft;
}
