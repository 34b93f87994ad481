import type { LaunchEvent } from "@/lib/features/market/rules/market-event";
import type { IndexerContext } from "./indexer-context";

/**
 * Records when launches of this service were indexed, in the traces of their requests. Runs after the
 * blocks are stored and never fails: indexing does not depend on traces.
 */
export async function traceLaunches(
  { deployment, log, traces }: Pick<IndexerContext, "deployment" | "log" | "traces">,
  launches: readonly LaunchEvent[],
  startedAt: Date,
): Promise<void> {
  if (launches.length === 0 || !traces?.tracing.isOn()) return;
  const endedAt = new Date();
  try {
    const found = await traces.find(launches.map(({ txHash }) => txHash));
    for (const { txHash, token, block } of launches) {
      const traceparent = found.get(txHash);
      if (traceparent === undefined) continue;
      const attributes = {
        "slipway.chain": deployment.chain,
        "slipway.token": token,
        "slipway.block": block,
        "slipway.transaction.hash": txHash,
      };
      const options = { kind: "consumer", remote: traceparent, attributes, startedAt } as const;
      traces.tracing.open("index launch", options)?.end(endedAt);
    }
  } catch (err) {
    log.warn({ err }, "launches not traced");
  }
}
