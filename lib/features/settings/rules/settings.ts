import type { ChainSlug } from "@/lib/shared/chains";

/** Launching is refused while a pause exists; `message` is shown to users. */
export type Pause = { message: string; since: number };

/** Gas budgets that replace the configured ones; null is the configured one. */
export type GasBudgetSetting = { hourWei: bigint | null; dayWei: bigint | null };

/** When anonymous launches need a proof of work. `auto`: while four fifths of a gas budget are used. */
export const PROOF_MODES = ["off", "auto", "on"] as const;
export type ProofMode = (typeof PROOF_MODES)[number];

/**
 * Limits that the operator changes while the servers run. Environment variables are the defaults of
 * what is absent.
 */
export type Settings = {
  pauses: { all: Pause | null; chains: Readonly<Partial<Record<ChainSlug, Pause>>> };
  gasBudgets: Readonly<Partial<Record<ChainSlug, GasBudgetSetting>>>;
  /** By the name of the limit policy. */
  quotas: Readonly<Record<string, number>>;
  /** Networks without rate limits, in addition to `RATE_LIMIT_EXEMPT`. */
  exemptions: readonly { network: string; note: string }[];
  proofOfWork: ProofMode;
};

export const DEFAULT_SETTINGS: Settings = {
  pauses: { all: null, chains: {} },
  gasBudgets: {},
  quotas: {},
  exemptions: [],
  proofOfWork: "auto",
};

/** The pause that applies to a chain, or null. */
export function pauseOf({ pauses }: Pick<Settings, "pauses">, chain: ChainSlug): Pause | null {
  return pauses.chains[chain] ?? pauses.all;
}
