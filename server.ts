import { createServer } from "node:http";
import next from "next";
import { getContext } from "@/lib/context";
import { createFrontDoor } from "@/lib/http/front-door";
import { runInBackground } from "@/lib/http/run-in-background";
import { sweepLaunches } from "@/lib/services/launch/sweep-launches";
import { relayOutbox } from "@/lib/services/outbox/relay-outbox";
import { tendTransactions } from "@/lib/services/transactions/tend-transactions";

/** How long requests that are under way may take to end when the server is told to stop. */
const DRAIN_MS = 4_000;

const ctx = getContext();
const { env, log } = ctx;
const stopping = new AbortController();

const app = next({ dev: env.NODE_ENV === "development", port: env.PORT, quiet: true });
await app.prepare();

const server = createServer(
  createFrontDoor({
    env,
    log,
    next: app.getRequestHandler(),
    isDraining: () => stopping.signal.aborted,
  }),
);
server.headersTimeout = 10_000;
server.requestTimeout = 60_000;
server.on("upgrade", app.getUpgradeHandler());

let inFlight = 0;
server.on("request", (_request, response) => {
  inFlight += 1;
  response.once("close", () => {
    inFlight -= 1;
    if (inFlight === 0 && stopping.signal.aborted) server.close();
  });
});

const relay = runInBackground({
  name: "relay-outbox",
  everyMs: 2_000,
  log,
  signal: stopping.signal,
  task: () => relayOutbox({ ctx }),
});
const sweep = runInBackground({
  name: "sweep-launches",
  everyMs: 5_000,
  log,
  signal: stopping.signal,
  task: () => sweepLaunches({ ctx }),
});
const tending = Object.values(ctx.chains).map((chain) =>
  runInBackground({
    name: "tend-transactions",
    everyMs: 5_000,
    log,
    signal: stopping.signal,
    task: () => tendTransactions({ ctx, input: { chain } }),
  }),
);
const listening = ctx.outbox.onNew(relay.wake, stopping.signal);

/** New requests get 503, those under way may end; then the process has nothing left to do. */
async function stop(reason: string): Promise<void> {
  if (stopping.signal.aborted) return;
  log.info({ reason }, "stopping");
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  stopping.abort();
  if (inFlight === 0) server.close();
  await Promise.all([relay, sweep, ...tending].map(({ finished }) => finished).concat(listening));
  if (inFlight === 0) process.exit(0);
  server.once("close", () => process.exit(0));
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
process.once("disconnect", () => void stop("the supervisor is gone"));

server.listen(env.PORT, env.HOST, () => {
  log.info({ port: env.PORT }, "listening");
  process.send?.({ type: "ready" });
});
