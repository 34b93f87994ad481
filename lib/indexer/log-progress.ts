import type { ChainState, IndexerContext } from "./indexer-context";

const EVERY_MS = 30_000;

/**
 * Logs how far a chain is indexed, at most every 30 seconds and only after a new block. Call the
 * returned function after every step.
 */
export function createProgressLog(
  ctx: Pick<IndexerContext, "log" | "clock">,
): (state: Pick<ChainState, "head" | "checkpoint" | "written">) => void {
  let last = { at: ctx.clock.now().getTime(), written: 0, indexed: -1 };
  return ({ head, checkpoint, written }) => {
    const at = ctx.clock.now().getTime();
    const indexed = checkpoint.block;
    if (at - last.at < EVERY_MS || indexed === last.indexed) return;
    const lag = Math.max(0, head - indexed);
    const perSecond = (Math.max(0, written - last.written) * 1_000) / (at - last.at);
    const eventsPerSecond = Math.round(perSecond * 10) / 10;
    ctx.log.info({ head, indexed, lag, eventsPerSecond }, "indexing progress");
    last = { at, written, indexed };
  };
}
