"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { parseEther } from "viem";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { withPossiblePayer } from "@/components/launch/form/launch-rules";
import { unnamedCreator } from "@/components/launch/form/unnamed-creator";
import { getShares } from "@/components/recipients/split-draft";
import { Card } from "@/components/ui/card";
import { type FeeFlowTreasury, splitFee } from "@/lib/features/fees/rules/fee-flow";
import { SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { parsePercent } from "@/lib/web/format/percent";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { configQuery } from "@/lib/web/queries";
import { FeeFlowDiagram, flowParts } from "./fee-flow-diagram";
import { useManagerTerms } from "./use-manager-terms";

const EXAMPLE_VOLUME_WEI = parseEther("1");

/** Shows how the fee on 1 ETH of trading is split under the current settings. */
export function FeeExample() {
  const { data: limits } = useQuery(configQuery());
  const draft = withPossiblePayer(useFormContext<LaunchDraft>().watch(), limits);
  const feeShareBps = parsePercent(draft.feeSharePercent, 2);
  const terms = useManagerTerms(draft);
  const isManaged = draft.treasury === "revenue_manager" || draft.treasury === "fee_split_manager";
  const treasury = isManaged ? terms.treasury : treasuryOf(draft);
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="font-medium text-sm">1% fee on 1 ETH traded</h3>
      <div className="mt-3">
        {feeShareBps === null || treasury === null ? (
          <p className="text-muted text-sm">
            {isManaged
              ? "Enter an existing manager to see the split."
              : "Set shares that add up to 100% to see the split."}
          </p>
        ) : (
          <FlowOf
            draft={draft}
            feeShareBps={feeShareBps}
            treasury={treasury}
            managed={terms.names}
          />
        )}
      </div>
    </Card>
  );
}

function FlowOf({
  draft,
  feeShareBps,
  treasury,
  managed,
}: {
  draft: LaunchDraft;
  feeShareBps: number;
  treasury: FeeFlowTreasury;
  /** Recipients of the existing manager. */
  managed: readonly string[];
}) {
  const flow = splitFee(EXAMPLE_VOLUME_WEI, feeShareBps, treasury);
  const names =
    draft.treasury === "fee_split_manager"
      ? managed.map((account) => shortenAddress(account))
      : draft.recipients.map(({ id }, index) => id.trim() || `Recipient ${index + 1}`);
  const parts = flowParts(flow, earnerTitle(draft), names);
  return <FeeFlowDiagram parts={parts} feeWei={flow.feeWei} />;
}

function earnerTitle({ creator, payer }: LaunchDraft): string {
  if (creator.type === "none") return unnamedCreator({ payer }).earner;
  return creator.id.trim() === "" ? "Creator" : creator.id.trim();
}

/** Returns null until the shares add up to 100%. */
function treasuryOf(draft: LaunchDraft): FeeFlowTreasury | null {
  if (draft.treasury !== "fee_split") return { kind: "none" };
  const creatorFirstBps = parsePercent(draft.creatorFirstPercent, 2);
  const splitsMicroPercent = getShares(draft).map((share) => share ?? 0);
  const sum = splitsMicroPercent.reduce((total, share) => total + share, 0);
  if (creatorFirstBps === null || sum !== SPLIT_TOTAL) return null;
  return { kind: "fee_split", creatorFirstBps, splitsMicroPercent };
}
