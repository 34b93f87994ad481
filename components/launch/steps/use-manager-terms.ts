"use client";

import { onlineManager, type QueryClient, useQuery } from "@tanstack/react-query";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { managerQuery } from "@/components/managers/manager-query";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { formatPercent } from "@/lib/client/percent";
import type { ManagerFacts } from "@/lib/client/read-manager";
import type { ChainSlug } from "@/lib/domain/chains";
import type { FeeFlowTreasury } from "@/lib/domain/fee-flow";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** What a manager on chain does with a token's fees, as far as is known. */
export type ManagerTerms = {
  /** For the example; null while it is not known. */
  treasury: FeeFlowTreasury | null;
  /** Who the recipients of a split manager are. */
  names: string[];
  /** Said below the address. */
  note: string;
  isWrong: boolean;
};

const NOTHING = { treasury: null, names: [], isWrong: false };

const NO_MANAGER = "No manager of this launchpad exists at this address.";
const REVENUE_INSTEAD = "This is a revenue manager: choose that instead.";
const SPLIT_INSTEAD = "This is a fee split manager: choose that instead.";

/** Why a manager can't be the one that a draft asks for; null when it can. */
function explainKind(treasury: LaunchDraft["treasury"], { kind }: ManagerFacts): string | null {
  if (kind === "none") return NO_MANAGER;
  if (kind === "revenue") return treasury === "revenue_manager" ? null : REVENUE_INSTEAD;
  return treasury === "fee_split_manager" ? null : SPLIT_INSTEAD;
}

/** A step is not kept longer than this by a chain that does not answer. */
const CHECK_MS = 5_000;

/**
 * Finds out whether the manager of a draft exists and is of the kind that was chosen. A chain that
 * does not answer refuses nothing: the dry run before the launch checks it again.
 * @returns issues at the form's own paths
 */
export async function findManagerIssues(
  queries: QueryClient,
  { chain, treasury, managerAddress }: LaunchDraft,
): Promise<FormIssue[]> {
  const address = managerAddress.trim();
  if (!isManaged(treasury) || !ADDRESS.test(address) || !onlineManager.isOnline()) return [];
  const query = managerQuery(chain, address);
  // The form has been told already that the chain does not answer, or waits for its next try.
  const before = queries.getQueryState(query.queryKey);
  if (before?.data === undefined && (before?.fetchFailureCount ?? 0) > 0) return [];
  const late = AbortSignal.timeout(CHECK_MS);
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

/** Looks up the manager that a draft names, so that its terms show before the launch. */
export function useManagerTerms({
  chain,
  treasury,
  managerAddress,
}: Pick<LaunchDraft, "treasury" | "managerAddress"> & { chain: ChainSlug }): ManagerTerms {
  const address = managerAddress.trim();
  const isAsked = isManaged(treasury) && ADDRESS.test(address);
  const { data, isError } = useQuery({
    ...managerQuery(chain, isAsked ? address : `0x${"0".repeat(40)}`),
    enabled: isAsked,
    refetchInterval: false,
  });
  if (!isAsked) {
    return {
      ...NOTHING,
      note: "The contract’s address on this chain. Make one on the Managers page.",
    };
  }
  if (data === undefined) {
    return {
      ...NOTHING,
      note: isError ? "The manager can’t be looked up just now." : "Looking it up…",
    };
  }
  const mistake = explainKind(treasury, data);
  if (mistake !== null || data.kind === "none") {
    return { ...NOTHING, isWrong: true, note: mistake ?? NO_MANAGER };
  }
  if (data.kind === "revenue") {
    const { protocolFeeBps } = data;
    return {
      treasury: { kind: "revenue_manager", protocolFeeBps },
      names: [],
      isWrong: false,
      note: `A revenue manager. It keeps ${formatPercent(protocolFeeBps, 2)}% of the people’s part.`,
    };
  }
  const { earners, creatorShareBps } = data;
  return {
    treasury: {
      kind: "fee_split",
      creatorShareBps,
      splitsMicroPercent: earners.map(({ share }) => share ?? 0),
    },
    names: earners.map(({ account }) => account),
    isWrong: false,
    note: `A fee split manager of ${earners.length} ${earners.length === 1 ? "person" : "people"}.`,
  };
}
