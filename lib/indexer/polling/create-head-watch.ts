import type { ChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import type { ChainState, IndexerContext } from "../indexer-context";

/** How long a head may be behind: the nodes of a chain differ by a few blocks. */
const BEHIND_MS_MAX = 5_000;
/** How long there may be no new block. A chain without transactions may have none for longer. */
const STALLED_MS_MAX = 30_000;

/**
 * Makes the reader use its next URL when a node responds but its head does not advance. Call the
 * returned function after every step.
 */
export function createHeadWatch(
  ctx: Pick<IndexerContext, "log" | "clock"> & { reader: Pick<ChainReader, "switchUrl"> },
): (state: Pick<ChainState, "head" | "checkpoint">) => void {
  let newest = { block: -1, at: ctx.clock.now().getTime() };
  return ({ head, checkpoint }) => {
    const at = ctx.clock.now().getTime();
    const known = Math.max(newest.block, checkpoint.block);
    if (head > newest.block && head >= checkpoint.block) {
      newest = { block: head, at };
      return;
    }
    if (at - newest.at < (head < known ? BEHIND_MS_MAX : STALLED_MS_MAX)) return;
    // Give the next node the same time.
    newest = { block: newest.block, at };
    if (ctx.reader.switchUrl()) {
      ctx.log.info({ head, known }, "the node's head does not advance; using the next RPC URL");
    }
  };
}
