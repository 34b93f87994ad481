import "@/lib/shared/guard-fetch";
import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import next from "next";
import { getContext } from "@/lib/context";
import { checkStart, requireFiles } from "@/lib/doctor/run-checks";
import { registerFunctions } from "@/lib/drivers/jobs/register-functions";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { WalletSeedError } from "@/lib/drivers/wallets/wallet-seed-error";
import { endpointsOf } from "@/lib/endpoints/all";
import { createPageData } from "@/lib/endpoints/page-data";
import { readEnv, required, setBuiltConfig } from "@/lib/env";
import { createAlertWatch, EVALUATE_EVERY_MS } from "@/lib/features/alerts/watch-alerts";
import { moderateContent } from "@/lib/features/media/moderate-content";
import { relayOutbox } from "@/lib/features/outbox/relay-outbox";
import { SAMPLE_MS, sampleMetrics } from "@/lib/features/overview/sample-metrics";
import { WATCH_MS, watchStrain } from "@/lib/features/proof/watch-strain";
import { SETTINGS_MS } from "@/lib/features/settings/store/create-settings";
import { HEARTBEAT_MS } from "@/lib/features/storage/register-node";
import { createMarketFeeds } from "@/lib/features/stream/create-market-feeds";
import { createStreamPositions } from "@/lib/features/stream/create-stream-positions";
import { openStream } from "@/lib/features/stream/open-stream";
import { streamMarket } from "@/lib/features/stream/operations";
import { getHealth } from "@/lib/features/system/get-health";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { requeueTransactions } from "@/lib/features/transactions/sweep";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { requestOverdueDeliveries } from "@/lib/features/webhooks/deliver-webhooks";
import { addHttpMetrics } from "@/lib/http/add-http-metrics";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import { createEventStreams } from "@/lib/http/event-streams";
import { limitConnections } from "@/lib/http/limits/limit-connections";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { createPipeline } from "@/lib/http/pipeline";
import { readBuiltConfig } from "@/lib/http/read-built-config";
import { readerMarks } from "@/lib/http/response/reader-marks";
import { createLog } from "@/lib/log";
import { registerProcess, renewProcess } from "@/lib/process/registration";
import { duringRequest } from "@/lib/support/calls/dependency";
import { repeatTask } from "@/lib/support/repeat-task";

/** How long requests in progress may take to finish when the server is stopped. */
const DRAIN_MS = 4_000;
/** Images of external token launches that are fetched and classified at a time. */
const MODERATED_AT_ONCE = 8;

// Before the context, which would end with a stack trace.
requireFiles({ env: readEnv(), log: createLog(readEnv(), "web") });
const ctx = getContext();
const { env, log } = ctx;
if (ctx.videos.local !== null && !(await ctx.videos.local.isIsolated())) {
  log.warn("videos are decoded without isolation: user namespaces are unavailable");
}
ctx.lifecycle.phase = "starting";
const stopping = new AbortController();
// Every background task adds a listener; Node warns of a leak above ten.
setMaxListeners(50, stopping.signal);
let inFlight = 0;

// Registered first: a supervisor may stop this process while it is still starting.
// `on`: npm forwards a signal that the terminal has sent already, and the default would end at once.
process.on("SIGTERM", () => leave("SIGTERM"));
process.once("SIGINT", () => stop("SIGINT"));
process.once("disconnect", () => stop("the supervisor is gone"));
if (process.connected === false) process.exit(0);

await checkStart(ctx, { hasFiles: true });
await ctx.tracing.start();
let isPrepared = await prepare();

await registerProcess({ ctx });

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
addMetrics(ctx);
addHttpMetrics(ctx, { streams, cache });
// A lost connection may have lost updates of any chain.
ctx.marketUpdates.subscribe((update) => update === null && cache.invalidate(null));
const positions = createStreamPositions(ctx, cache.invalidate);
ctx.marketUpdates.run(stopping.signal);
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
    isDraining: () => stopping.signal.aborted,
    inFlight: {
      begin() {
        inFlight += 1;
      },
      end() {
        inFlight -= 1;
        exitWhenIdle();
      },
    },
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

/**
 * Tasks that every web process runs itself: they feed the job engine, process a queue of images, or
 * have local state. Everything periodic is a schedule in `inngest/schedules.ts`.
 */
function every(name: string, everyMs: number, task: () => Promise<void>) {
  return repeatTask({ name, everyMs, log, signal: stopping.signal, task });
}
const jobFunctions = registerOnce();
const relay = every("relay-outbox", 2_000, async () => {
  // The engine drops an event unless it knows a function for it.
  if (await jobFunctions()) await relayOutbox({ ctx });
});
ctx.outbox.onNew(relay.runNow, stopping.signal);
// Polled as well: a notification can be lost, and the block list is a file.
const followModeration = every("follow-moderation", 500, () => ctx.decisions.refresh());
ctx.decisions.onNotice(followModeration.runNow, stopping.signal);
every("read-settings", SETTINGS_MS, () => ctx.settings.refresh());
every("register-node", HEARTBEAT_MS, () => renewProcess({ ctx }));
every("requeue-transactions", 5_000, () => requeueTransactions({ ctx }));
every("request-overdue-deliveries", 5_000, () => requestOverdueDeliveries({ ctx }));
// Detects a failed capability even without requests; waits no longer than a request.
every("check-health", 5_000, async () => {
  await duringRequest(env.DEPENDENCY_TIMEOUT_MS, () => getHealth({ ctx }));
});
every("sample-metrics", SAMPLE_MS, () => sampleMetrics({ ctx }));
every("watch-strain", WATCH_MS, () => watchStrain({ ctx }));
every("track-progress", 5_000, () => ctx.progress.sample());
if (ctx.alertChannels.length > 0) {
  every("watch-alerts", EVALUATE_EVERY_MS, createAlertWatch({ ctx, rules: ctx.alertRules() }));
}
for (let n = 0; n < MODERATED_AT_ONCE; n += 1) {
  const input = { isNew: n < MODERATED_AT_ONCE / 2 };
  every("moderate-content", 4_000, () => moderateContent({ ctx, input }));
}

if (!isPrepared) {
  every("prepare-realm", 2_000, async () => {
    isPrepared ||= await prepare();
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

/** Registers the functions of this release. @returns a function: whether the engine knows them */
function registerOnce(): () => Promise<boolean> {
  const signingKey = required(env, "INNGEST_SIGNING_KEY");
  let isDone = false;
  return async () => {
    if (isDone || !server.listening) return isDone;
    // Not an error while the engine starts; `/healthz` and the log report a longer outage.
    if ((await ctx.jobs.isHealthy()) === false) return false;
    const isModified = await registerFunctions({ ownUrl: env.ownUrl, signingKey });
    isDone = true;
    log.info({ isModified }, "functions registered with the job engine");
    return true;
  };
}

/**
 * `/readyz` returns 503 and everything else is served, until the load balancer has noticed; then the
 * server stops.
 */
function leave(reason: string): void {
  if (ctx.lifecycle.phase === "stopping") return;
  const isServing = ctx.lifecycle.phase === "serving";
  ctx.lifecycle.phase = "stopping";
  if (!isServing || env.SHUTDOWN_DELAY_MS === 0) {
    stop(reason);
    return;
  }
  log.info({ reason, delayMs: env.SHUTDOWN_DELAY_MS }, "not ready: stopping soon");
  setTimeout(() => stop(reason), env.SHUTDOWN_DELAY_MS);
}

/**
 * New requests get 503 and requests in progress may finish; then nothing keeps the process alive.
 */
function stop(reason: string): void {
  if (stopping.signal.aborted) return;
  ctx.lifecycle.phase = "stopping";
  log.info({ reason }, "stopping");
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  stopping.abort();
  streams.close();
  exitWhenIdle();
}

async function exit(): Promise<void> {
  await ctx.tracing.stop();
  process.exit(0);
}

function exitWhenIdle(): void {
  if (inFlight === 0 && stopping.signal.aborted) void exit();
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
  relay.runNow();
  process.send?.({ type: "ready" });
});
