"use client";

import { Card } from "@/components/ui/card";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { ModeratedSplit } from "./moderated-split";

/** Splits that the user moderates. */
export function ModeratedSplits({
  own,
  earnings,
}: {
  own: AccountAnswer;
  earnings: EarningsAnswer;
}) {
  const splits = earnings.wallets.flatMap(({ address: moderator, managed: isManaged, chains }) =>
    chains.flatMap(({ chain, books }) =>
      books.managers
        .filter(({ type, roles }) => type === "dynamicFeeSplit" && roles.includes("owner"))
        .map(({ managerAddress: manager }) => ({ chain, moderator, isManaged, manager })),
    ),
  );
  if (splits.length === 0) return null;
  return (
    <Card data-slot="moderated-splits" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Splits you moderate</h2>
      <p className="mt-1 text-muted text-sm">
        Change who earns in the future. Past earnings keep their shares.
      </p>
      <ul className="mt-3">
        {splits.map((split) => (
          <ModeratedSplit
            key={`${split.chain}:${split.manager}`}
            own={own}
            {...split}
            isServiceChanging={earnings.actions.some(
              ({ kind, state, chain, to }) =>
                kind === "manager_shares" &&
                state === "pending" &&
                chain === split.chain &&
                to === split.manager,
            )}
          />
        ))}
      </ul>
    </Card>
  );
}
