import type { ServiceContext } from "@/lib/context";
import { countMissing } from "@/lib/features/transactions/find-gap";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";

/** Several metrics of one scrape share a query. */
const SHARED_MS = 1_000;

type Ctx = Pick<
  ServiceContext,
  "chains" | "guards" | "metrics" | "nonceGaps" | "outbox" | "webhookUpkeep"
>;

/** Registers metrics of problems that only the operator can fix: nonces, nodes and job engine. */
export function addOperatorMetrics(ctx: Ctx): void {
  addByChain(ctx, {
    name: "slipway_nonces_missing",
    help: "Missing nonces that block the server wallet; above 0, run npm run heal.",
    read: (slug) => countMissing({ ctx, chain: slug }),
  });
  addByChain(ctx, {
    name: "slipway_rpc_foreign",
    help: "RPC addresses that serve another chain and are not used.",
    read: async (slug) => ctx.guards[slug]?.foreign() ?? 0,
  });
  const addBacklog = (
    name: string,
    help: string,
    value: (of: { events: number; oldestSeconds: number }) => number,
  ) =>
    ctx.metrics.add({
      name,
      kind: "gauge",
      help,
      labels: [],
      read: async () => [{ labels: {}, value: value(await ctx.outbox.readBacklog()) }],
    });
  addBacklog(
    "slipway_outbox_events",
    "Events that the job engine has not accepted yet.",
    ({ events }) => events,
  );
  addBacklog(
    "slipway_outbox_oldest_seconds",
    "Age of the oldest event that the job engine has not accepted yet.",
    ({ oldestSeconds }) => oldestSeconds,
  );
  addWebhooks(ctx);
}

function addWebhooks(ctx: Pick<Ctx, "metrics" | "webhookUpkeep">): void {
  const backlog = shareFor(SHARED_MS, () => ctx.webhookUpkeep.readBacklog());
  ctx.metrics.add({
    name: "slipway_webhook_deliveries",
    kind: "gauge",
    help:
      "Events for webhooks: waiting, failing (their endpoint did not accept them yet), " +
      "and dead in the last hour.",
    labels: ["state"],
    read: async () => {
      const { waiting, failing, dead } = await backlog();
      return Object.entries({ waiting, failing, dead }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  });
  ctx.metrics.add({
    name: "slipway_webhook_overdue_seconds",
    kind: "gauge",
    help: "How long the first attempt of an event for a webhook has been due.",
    labels: [],
    read: async () => [{ labels: {}, value: (await backlog()).overdueSeconds }],
  });
}

function addByChain(
  ctx: Ctx,
  metric: {
    name: string;
    help: string;
    read: (chain: ChainSlug) => Promise<number | null>;
  },
): void {
  const { name, help, read } = metric;
  ctx.metrics.add({
    name,
    kind: "gauge",
    help,
    labels: ["chain"],
    read: async () => {
      const values = await Promise.all(
        CHAIN_SLUGS.map(async (slug) => {
          if (ctx.chains[slug] === undefined) return [];
          // A chain that does not respond has no value; the others have theirs.
          const value = await read(slug).catch(() => null);
          return value === null ? [] : [{ labels: { chain: slug }, value }];
        }),
      );
      return values.flat();
    },
  });
}
