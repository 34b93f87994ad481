"use client";

import { onlineManager, type QueryClient, useQuery } from "@tanstack/react-query";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { useSiteFacts } from "@/components/layout/site-facts";
import { managerQuery } from "@/components/managers/manager-query";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import type { FeeFlowTreasury } from "@/lib/features/fees/rules/fee-flow";
import { timeoutSignal } from "@/lib/shared/abort";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { formatPercent } from "@/lib/web/format/percent";
import type { ManagerFacts } from "@/lib/web/managers/read-manager";

/** Terms of a manager, read from the chain. */
export type ManagerTerms = {
  /** For the example; null while loading. */
  treasury: FeeFlowTreasury | null;
  /** Recipients of a fee split manager. */
  names: string[];
  /** Shown below the address field. */
  note: string;
  isWrong: boolean;
};

const NOTHING = { treasury: null, names: [], isWrong: false };

const NO_MANAGER = "No manager of this launchpad found at this address.";
const REVENUE_INSTEAD = "This is a revenue manager. Select that option instead.";
const SPLIT_INSTEAD = "This is a fee split manager. Select that option instead.";

/** Returns why a manager does not fit the draft, or null. */
function explainKind(treasury: LaunchDraft["treasury"], { kind }: ManagerFacts): string | null {
  if (kind === "none") return NO_MANAGER;
  if (kind === "revenue") return treasury === "revenue_manager" ? null : REVENUE_INSTEAD;
  return treasury === "fee_split_manager" ? null : SPLIT_INSTEAD;
}

/** Maximum time to block the step when the chain does not respond. */
const CHECK_MS = 5_000;

/**
 * Checks that the draft's manager exists and has the selected kind. If the chain does not respond
 * there are no issues: the dry run before the launch checks again.
 * @returns issues at form paths
 */
export async function findManagerIssues(
  queries: QueryClient,
  { chain, treasury, managerAddress }: LaunchDraft,
): Promise<FormIssue[]> {
  const address = cleanIdentityInput("wallet", managerAddress);
  if (!isManaged(treasury) || !isHexAddress(address) || !onlineManager.isOnline()) return [];
  const query = managerQuery(chain, address);
  // The chain already failed to respond, and the form shows it.
  const before = queries.getQueryState(query.queryKey);
  if (before?.data === undefined && (before?.fetchFailureCount ?? 0) > 0) return [];
  const late = timeoutSignal(CHECK_MS);
  const facts = await Promise.race([
    queries.ensureQueryData(query).catch(() => null),
    new Promise<null>((resolve) => {
      late.addEventListener("abort", () => resolve(null), { once: true });
    }),
  ]);
  const message = facts === null ? null : explainKind(treasury, facts);
  return message === null ? [] : [{ path: ["managerAddress"], message }];
}

function isManaged(treasury: LaunchDraft["treasury"]): boolean {
  return treasury === "revenue_manager" || treasury === "fee_split_manager";
}

/** Loads the draft's manager, so that its terms are visible before the launch. */
export function useManagerTerms({
  chain,
  treasury,
  managerAddress,
}: Pick<LaunchDraft, "treasury" | "managerAddress"> & { chain: ChainSlug }): ManagerTerms {
  const { hidden } = useSiteFacts().brand;
  const address = cleanIdentityInput("wallet", managerAddress);
  const hasManager = isManaged(treasury) && isHexAddress(address);
  const { data, isError } = useQuery({
    ...managerQuery(chain, hasManager ? address : `0x${"0".repeat(40)}`),
    enabled: hasManager,
    refetchInterval: false,
  });
  if (!hasManager) {
    const source = hidden.includes("managers") ? "" : " Create one on the Managers page.";
    return { ...NOTHING, note: `Manager contract on this chain.${source}` };
  }
  if (data === undefined) {
    return {
      ...NOTHING,
      note: isError ? "Could not load the manager. Try again later." : "Loading manager…",
    };
  }
  return managerTerms(treasury, data);
}

/** The terms of a manager, or why it does not fit the draft. */
function managerTerms(treasury: LaunchDraft["treasury"], data: ManagerFacts): ManagerTerms {
  const issue = explainKind(treasury, data);
  if (issue !== null || data.kind === "none") {
    return { ...NOTHING, isWrong: true, note: issue ?? NO_MANAGER };
  }
  if (data.kind === "revenue") {
    const { protocolFeeBps } = data;
    return {
      treasury: { kind: "revenue_manager", protocolFeeBps },
      names: [],
      isWrong: false,
      note: `Revenue manager. It takes ${formatExact(formatPercent(protocolFeeBps, 2))}% of the creator share.`,
    };
  }
  const { creatorFirstBps } = data;
  // Of the others, creators earn from their own tokens only, and removed recipients have a share of 0.
  const sharers = data.earners.flatMap(({ account, share }) =>
    share === null || share === 0 ? [] : [{ account, share }],
  );
  return {
    treasury: {
      kind: "fee_split",
      creatorFirstBps,
      splitsMicroPercent: sharers.map(({ share }) => share),
    },
    names: sharers.map(({ account }) => account),
    isWrong: false,
    note: `Fee split manager with ${sharers.length} ${sharers.length === 1 ? "recipient" : "recipients"}.`,
  };
}
