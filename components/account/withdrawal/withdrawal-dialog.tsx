"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Reauthenticate, useRecent } from "@/components/account/sign-in/reauthenticate";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import type { AccountAnswer } from "@/lib/features/users/schema";
import {
  asksForEverything,
  confirmDraft,
  pendingWithdrawal,
  type WithdrawalDraft,
  withoutStale,
} from "@/lib/web/account/pending-withdrawal";
import type { CheckedWithdrawal } from "./check-withdrawal";
import { WithdrawalForm } from "./withdrawal-form";
import { WithdrawalPreview } from "./withdrawal-preview";
import { WithdrawalProgress } from "./withdrawal-progress";

const none = () => null;

/** Withdrawal dialog; open while a withdrawal is edited or pending. */
export function Withdrawal({ own, earnings }: { own: AccountAnswer; earnings: EarningsAnswer }) {
  const [openedAt] = useState(() => Date.now());
  const stored = useSyncExternalStore(pendingWithdrawal.subscribe, pendingWithdrawal.read, none);
  const isOwn = stored?.accountId === own.account.id;
  const draft = stored === null || !isOwn ? null : withoutStale(stored, openedAt);
  const isStale = isOwn && draft !== stored;
  useEffect(() => {
    if (isStale) pendingWithdrawal.write(draft);
  }, [isStale, draft]);
  if (draft === null) return null;
  return (
    <Dialog open onClose={() => pendingWithdrawal.write(null)} title="Withdraw">
      <Steps own={own} earnings={earnings} draft={draft} />
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
    return (
      <WithdrawalPreview
        checked={checked}
        isEverything={asksForEverything(checked.draft)}
        onBack={() => setChecked(null)}
        onConfirm={() => pendingWithdrawal.write(confirmDraft(checked.draft, checked.preview))}
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
