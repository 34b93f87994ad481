import { OPEN_PART } from "@/lib/features/budget/rules/gas-budget";
import type { ChainSlug } from "@/lib/shared/chains";

/** Launching is refused while a pause exists; `message` is shown to users. */
export type Pause = { message: string; since: number };

/** Gas budgets that replace the configured ones; null is the configured one. */
export type GasBudgetSetting = { hourWei: bigint | null; dayWei: bigint | null };

/**
 * When anonymous launches need a proof of work. `auto`: on a chain while four fifths of one of its gas
 * budgets are used.
 */
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
  proofOfWork: { all: ProofMode; chains: Readonly<Partial<Record<ChainSlug, ProofMode>>> };
  /**
   * Chains whose budgets are nearly used, which the launchpad detects in mode `auto`; `since` in
   * Unix seconds.
   */
  strained: Readonly<Partial<Record<ChainSlug, { since: number }>>>;
};

export const DEFAULT_SETTINGS: Settings = {
  pauses: { all: null, chains: {} },
  gasBudgets: {},
  quotas: {},
  exemptions: [],
  proofOfWork: { all: "auto", chains: {} },
  strained: {},
};

/** The pause that applies to a chain, or null. */
export function pauseOf({ pauses }: Pick<Settings, "pauses">, chain: ChainSlug): Pause | null {
  return pauses.chains[chain] ?? pauses.all;
}

/** The mode that applies to a chain. */
export function proofModeOf(
  { proofOfWork }: Pick<Settings, "proofOfWork">,
  chain: ChainSlug,
): ProofMode {
  return proofOfWork.chains[chain] ?? proofOfWork.all;
}

/** Whether anonymous launches on a chain need a proof of work now. */
export function needsProof(
  settings: Pick<Settings, "proofOfWork" | "strained">,
  chain: ChainSlug,
): boolean {
  const mode = proofModeOf(settings, chain);
  return mode === "on" || (mode === "auto" && settings.strained[chain] !== undefined);
}

/**
 * Whether four fifths of a budget are used. False without spending, as while the wallet waits for
 * funds.
 */
export function isStrained({
  spentWei,
  limitWei,
}: {
  spentWei: bigint;
  limitWei: bigint;
}): boolean {
  return spentWei > 0n && spentWei * OPEN_PART.of >= limitWei * OPEN_PART.is;
}
