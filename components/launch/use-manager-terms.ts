"use client";

import { useQuery } from "@tanstack/react-query";
import { managerQuery } from "@/components/managers/manager-query";
import { formatPercent } from "@/lib/client/percent";
import type { ChainSlug } from "@/lib/domain/chains";
import type { FeeFlowTreasury } from "@/lib/domain/fee-flow";
import type { LaunchDraft } from "./launch-form";

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

/** Looks up the manager that a draft names, so that its terms show before the launch. */
export function useManagerTerms({
  chain,
  treasury,
  managerAddress,
}: Pick<LaunchDraft, "treasury" | "managerAddress"> & { chain: ChainSlug }): ManagerTerms {
  const address = managerAddress.trim();
  const isWanted = treasury === "revenue_manager" || treasury === "fee_split_manager";
  const isAsked = isWanted && ADDRESS.test(address);
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
  if (data.kind === "none") {
    return {
      ...NOTHING,
      isWrong: true,
      note: "No manager of this launchpad stands at this address.",
    };
  }
  if (data.kind === "revenue") {
    const { protocolFeeBps } = data;
    if (treasury !== "revenue_manager") {
      return { ...NOTHING, isWrong: true, note: "This is a revenue manager: choose that instead." };
    }
    return {
      treasury: { kind: "revenue_manager", protocolFeeBps },
      names: [],
      isWrong: false,
      note: `A revenue manager. It keeps ${formatPercent(protocolFeeBps, 2)} % of the people’s part.`,
    };
  }
  if (treasury !== "fee_split_manager") {
    return { ...NOTHING, isWrong: true, note: "This is a fee split manager: choose that instead." };
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
