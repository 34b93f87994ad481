import type { ServiceContext } from "@/lib/context";
import { checkParts } from "../check-parts";

type Ctx = Parameters<typeof checkParts>[0]["ctx"] &
  Pick<ServiceContext, "databasePools" | "metrics" | "tracing">;

/** Registers the state of each dependency, and the use of the database connections. */
export function addDependencyMetrics(ctx: Ctx): void {
  ctx.metrics.add({
    name: "slipway_dependency_up",
    kind: "gauge",
    help: "1 while a dependency works, otherwise 0.",
    labels: ["dependency"],
    read: async () => {
      const parts = await checkParts({ ctx });
      const states: [string, boolean | null][] = [
        ["database", parts.database === "ok"],
        ["limiter", parts.limiter],
        ["engine", parts.engine],
        ["ipfs", parts.ipfs],
        ["moderation", parts.moderation],
        ["storage", parts.storage],
        ...parts.nodes.map(({ chain, state }): [string, boolean] => [chain, state === "ok"]),
      ];
      return states.flatMap(([dependency, isUp]) =>
        isUp === null ? [] : [{ labels: { dependency }, value: isUp ? 1 : 0 }],
      );
    },
  });
  ctx.metrics.add({
    name: "slipway_spans_total",
    kind: "counter",
    help: "Spans that were sent to the receiver of traces: exported, or failed and dropped.",
    labels: ["outcome"],
    read: () =>
      Object.entries(ctx.tracing.counts()).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
  });
  ctx.metrics.add({
    name: "slipway_database_connections",
    kind: "gauge",
    help: "Connections of this process to the database, by pool and state.",
    labels: ["pool", "state"],
    read: () =>
      ctx.databasePools().flatMap(({ pool, open, idle }) => [
        { labels: { pool, state: "busy" }, value: open - idle },
        { labels: { pool, state: "idle" }, value: idle },
      ]),
  });
  ctx.metrics.add({
    name: "slipway_database_waiting",
    kind: "gauge",
    help: "Queries that wait for a connection, by pool.",
    labels: ["pool"],
    read: () =>
      ctx.databasePools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  });
}
