import type { ServiceContext } from "@/lib/context";
import { type ChainFunds, lackOf } from "@/lib/features/budget/read-budgets";
import { describePause } from "@/lib/features/settings/require-launching";
import { pauseOf } from "@/lib/features/settings/rules/settings";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import type { NodeState, Parts } from "./check-parts";
import type { Unindexed } from "./find-unindexed";
import type { Capability, ChainProgress, QueueLength } from "./schema";

/** Without an update for this long, the indexer of a chain counts as stopped. */
const SILENT_SECONDS = 60;

/** Why reads fail, … */
const READ_REASONS = {
  ok: null,
  read_only: null,
  down: "The database does not respond.",
  outdated: "A database migration is missing.",
} as const satisfies Record<Parts["database"], string | null>;
/** … and what stores something. */
const WRITE_REASONS = { ...READ_REASONS, read_only: "The database accepts no changes." } as const;

type Ctx = Pick<ServiceContext, "clock" | "problems"> & {
  settings: Pick<ServiceContext["settings"], "current">;
};
type Figures = {
  indexer: readonly ChainProgress[];
  unindexed: readonly Unindexed[];
  queue: readonly QueueLength[];
  budgets: readonly ChainFunds[];
};
type Found = Parts & Figures;

/** Derives the state of each capability from the state of the dependencies. */
export function judgeCapabilities({
  ctx,
  input: { parts, ...figures },
}: {
  ctx: Ctx;
  input: { parts: Parts } & Figures;
}): Capability[] {
  const found = { ...parts, ...figures };
  const judge = (
    capability: Capability["capability"],
    chain: ChainSlug | null,
    reason: string | null,
  ): Capability => {
    const problem = ctx.problems.record(`${capability} ${chain ?? ""}`, reason);
    return {
      capability,
      chain,
      state: problem === null ? "ok" : "degraded",
      reason: problem?.reason ?? null,
      since: problem?.since ?? null,
    };
  };
  const database = WRITE_REASONS[parts.database];
  const limiter = parts.limiter ? null : "The rate-limit store does not respond.";
  const ipfs = parts.ipfs === false ? "IPFS does not respond." : null;
  const storage = parts.storage === false ? "File storage does not work, or is full." : null;
  const room = parts.hasRoom === false ? "The storage budget for uploads is used up." : null;
  const moderation = parts.moderation === false ? "The image classifier does not respond." : null;
  return [
    judge("reads", null, READ_REASONS[parts.database]),
    judge("signIn", null, database ?? limiter),
    judge("uploads", null, database ?? limiter ?? storage ?? room ?? ipfs ?? moderation),
    ...parts.nodes.flatMap(({ chain, state }) => [
      judge(
        "launches",
        chain,
        database ??
          pauseReason(ctx, chain) ??
          // Before the rest, because only the operator can end it.
          walletReason(found, chain) ??
          limiter ??
          nodeReason(chain, state) ??
          fundsReason(found, chain) ??
          engineReason(found),
      ),
      judge("tokenData", chain, database ?? indexReason(ctx, found, chain, state)),
    ]),
  ];
}

function nodeReason(chain: ChainSlug, state: NodeState): string | null {
  const { name } = CHAINS[chain];
  if (state === "down") return `No node of ${name} responds.`;
  return state === "stalled" ? `${name} has not mined a transaction for a minute.` : null;
}

function pauseReason(ctx: Pick<Ctx, "settings">, chain: ChainSlug): string | null {
  const pause = pauseOf(ctx.settings.current(), chain);
  return pause === null ? null : describePause(chain, pause.message);
}

function walletReason({ queue }: Found, chain: ChainSlug): string | null {
  const missing = queue.find((one) => one.chain === chain)?.missingNonces ?? 0;
  if (missing === 0) return null;
  return `The server wallet on ${CHAINS[chain].name} is blocked: ${missing} nonces are missing.`;
}

/** Null when the chain or the database did not answer: they have their own reasons. */
function fundsReason({ budgets }: Found, chain: ChainSlug): string | null {
  const { name } = CHAINS[chain];
  switch (lackOf(budgets.find((one) => one.chain === chain))) {
    case "balance":
      return `The server wallet has no ETH for gas on ${name}.`;
    case "budget":
      return `The gas budget for ${name} is used up.`;
    case null:
      return null;
  }
}

function engineReason({ engine }: Found): string | null {
  return engine === false ? "The job engine does not respond: accepted launches wait." : null;
}

/** Null when the progress is unknown, and before the first update in a sandbox. */
function indexReason(
  ctx: Pick<Ctx, "clock">,
  { indexer, unindexed }: Found,
  chain: ChainSlug,
  state: NodeState,
): string | null {
  const of = <T extends { chain: ChainSlug }>(list: readonly T[]) =>
    list.find((one) => one.chain === chain);
  const progress = of(indexer);
  const since = progress?.updatedAt ?? of(unindexed)?.since;
  if (since === undefined) return null;
  const { name } = CHAINS[chain];
  const silentSeconds = ctx.clock.now().getTime() / 1_000 - since;
  if (silentSeconds > SILENT_SECONDS) {
    const verb = progress === undefined ? "has not started" : "has stopped";
    return nodeReason(chain, state) ?? `The indexer of ${name} ${verb}.`;
  }
  if (progress?.rebuiltBlock === undefined) return null;
  return `The data of ${name} is being rebuilt: block ${progress.rebuiltBlock} of ${progress.head}.`;
}
