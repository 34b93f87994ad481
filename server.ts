import "@/lib/shared/guard-fetch";
import { createServer } from "node:http";
import next from "next";
import { getContext } from "@/lib/context";
import { checkStart, requireFiles } from "@/lib/doctor/run-checks";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { WalletSeedError } from "@/lib/drivers/wallets/wallet-seed-error";
import { endpointsOf } from "@/lib/endpoints/all";
import { createPageData } from "@/lib/endpoints/page-data";
import { readEnv, setBuiltConfig } from "@/lib/env";
import { createMarketFeeds } from "@/lib/features/stream/create-market-feeds";
import { createStreamPositions } from "@/lib/features/stream/create-stream-positions";
import { openStream } from "@/lib/features/stream/open-stream";
import { streamMarket } from "@/lib/features/stream/operations";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { addHttpMetrics } from "@/lib/http/add-http-metrics";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import { createEventStreams } from "@/lib/http/event-streams";
import { limitConnections } from "@/lib/http/limits/limit-connections";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { createPipeline } from "@/lib/http/pipeline";
import { readBuiltConfig } from "@/lib/http/read-built-config";
import { readerMarks } from "@/lib/http/response/reader-marks";
import { createLog } from "@/lib/log";
import { startBackgroundTasks } from "@/lib/process/background-tasks";
import { registerOwnNode } from "@/lib/process/node-registration";
import { createShutdown } from "@/lib/process/shutdown";
import { repeatTask } from "@/lib/support/repeat-task";

// Before the context, which would end with a stack trace.
requireFiles({ env: readEnv(), log: createLog(readEnv(), "web") });
const ctx = getContext();
const { env, log } = ctx;
if (ctx.videos.local !== null && !(await ctx.videos.local.isIsolated())) {
  log.warn("videos are decoded without isolation: user namespaces are unavailable");
}
ctx.lifecycle.phase = "starting";
// First: a supervisor may stop this process while it is still starting.
const shutdown = createShutdown(ctx);

await checkStart(ctx, { hasFiles: true });
await ctx.tracing.start();
let isPrepared = await prepare();

await registerOwnNode({ ctx });

const isDev = env.NODE_ENV === "development";
if (!isDev) setBuiltConfig(await readBuiltConfig());
// Next would answer upgrade requests of the server of its first request, past the pipeline. Only in
// development do pages need that.
const app = next({
  dev: isDev,
  port: env.PORT,
  quiet: true,
  ...(isDev ? {} : { httpServer: createServer() }),
});
await app.prepare();

const cache = createResponseCache({ ctx, bytesMax: env.MICRO_CACHE_BYTES_MAX });
const feeds = createMarketFeeds(ctx);
const streams = createEventStreams({
  operation: streamMarket,
  open: (input, sink) => openStream({ ctx, feeds, input, sink }),
  clientsMax: env.STREAM_CLIENTS_MAX,
  clientsPerAddressMax: env.STREAM_CLIENTS_PER_ADDRESS,
});
shutdown.signal.addEventListener("abort", () => streams.close(), { once: true });
addMetrics(ctx);
addHttpMetrics(ctx, { streams, cache });
// A lost connection may have lost updates of any chain.
ctx.marketUpdates.subscribe((update) => update === null && cache.invalidate(null));
const positions = createStreamPositions(ctx, cache.invalidate);
ctx.marketUpdates.run(shutdown.signal);
// Until a first read succeeds, content is refused and lists show what the database does not hide.
await ctx.decisions.ready().catch((err: unknown) => {
  log.warn({ err }, "decisions of moderators not read; retrying");
});
ctx.decisions.onChange(() => cache.invalidate(null));
ctx.settings.onChange(() => cache.invalidate(null));

const endpoints = endpointsOf(ctx);
globalThis.slipwayPageData = createPageData(ctx, { endpoints, cache, positions });
globalThis.slipwayReaderMarks = readerMarks;
const server = createServer(
  createPipeline({
    ctx,
    endpoints,
    cache,
    streams,
    work: createWorkLimit(ctx),
    next: app.getRequestHandler(),
    isDraining: () => shutdown.signal.aborted,
    inFlight: shutdown.inFlight,
  }),
);
server.headersTimeout = 10_000;
// Longer than proxies keep idle connections (Caddy: 2 min). Otherwise a proxy may reuse a
// connection that is just closing, and return 502.
server.keepAliveTimeout = 125_000;
// Only for video uploads; the request pipeline sets shorter limits for everything else.
server.requestTimeout = 15 * 60_000;
if (env.TRUSTED_PROXY_HOPS === 0) limitConnections(server);
if (isDev) server.on("upgrade", app.getUpgradeHandler());

startBackgroundTasks(ctx, { server, signal: shutdown.signal });
if (!isPrepared) {
  repeatTask({
    name: "prepare-realm",
    everyMs: 2_000,
    log,
    signal: shutdown.signal,
    async task() {
      isPrepared ||= await prepare();
    },
  });
}

/**
 * Ends this process when its secrets are not those of the installation.
 * @returns false when this could not be checked, for example while the database is down
 */
async function prepare(): Promise<boolean> {
  try {
    await prepareRealm({ ctx });
    return true;
  } catch (err) {
    if (err instanceof SecretsError || err instanceof WalletSeedError) {
      log.fatal(err.message);
      process.exit(1);
    }
    // Checked again soon; until then reads need no secret.
    log.warn({ err }, "could not check the secrets of the installation");
    return false;
  }
}

// Without this, Next's handler for uncaught errors keeps a process alive that serves no requests.
server.once("error", (err: NodeJS.ErrnoException) => {
  const isTaken = err.code === "EADDRINUSE";
  log.fatal(
    { err },
    isTaken
      ? `port ${env.PORT} is taken: set PORT to another one, or stop the process that listens on it`
      : `cannot listen on port ${env.PORT}`,
  );
  process.exit(1);
});
server.listen(env.PORT, env.HOST, () => {
  if (ctx.lifecycle.phase === "starting") ctx.lifecycle.phase = "serving";
  log.info({ port: env.PORT }, "listening");
  process.send?.({ type: "ready" });
});
