import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";
import { launchBody } from "@/tests/setup/launch-body";
import { startStack } from "@/tests/setup/start-stack";
import { floodWithCallers } from "./support/flood-with-callers";

/**
 * What everyone else notices while one caller does his worst, one kind of request at a time: the p99
 * of reads by 200,000 other callers, as a ratio to their p99 without him. Once with a few of their
 * reads at a time, when the server is nearly idle, and once with so many that it is busy.
 * `npm run build && npx tsx bench/one-caller.ts`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "64" },
    others: { type: "string", default: "4,64" },
  },
});
const SECONDS = Number(values.seconds);
const CONNECTIONS = Number(values.connections);
const OTHERS = values.others.split(",").map(Number);
const JUNK_BYTES = 13_000_000;
const ENDLESS_CALL = { data: "0x5b600056", gas: "0xffffffffffff" };
const RECIPIENTS = Array.from(
  { length: 100 },
  (_, n) => `0x${(n + 1).toString(16).padStart(40, "0")}`,
);

type Attack = {
  name: string;
  path: string;
  body?: unknown;
  junkBytes?: number;
  isStream?: boolean;
};
const ATTACKS: readonly Attack[] = [
  { name: "pages", path: "/docs/errors" },
  { name: "searches", path: "/v1/base-sepolia/search?q=abcdefgh" },
  { name: "states of launches", path: "/api/v1/launch-status/nobody-has-this-job" },
  { name: "health checks", path: "/livez" },
  { name: "OpenAPI documents", path: "/openapi/launch.json" },
  {
    name: "endless calls",
    path: "/rpc/base-sepolia",
    body: { jsonrpc: "2.0", id: 1, method: "eth_call", params: [ENDLESS_CALL, "latest"] },
  },
  {
    name: "dry runs for 100",
    path: "/api/v1/base-sepolia/launch-memecoin",
    body: launchBody({ creatorEmail: undefined, dryRun: true, feeSplitRecipients: RECIPIENTS }),
  },
  { name: "junk pictures of 13 MB", path: "/api/v1/upload-image", junkBytes: JUNK_BYTES },
  { name: "files of the world", path: "/ipfs/QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y" },
  { name: "event streams", path: "/v1/base-sepolia/stream", isStream: true },
];
const statusCounts = z.record(z.string(), z.number());

const stack = await startStack({ LOG_LEVEL: "warn" });
const { baseUrl } = stack;

const measureOthers = (concurrency: number) =>
  floodWithCallers({
    baseUrl,
    path: "/v1/base-sepolia/tokens",
    callers: 200_000,
    concurrency,
    seconds: SECONDS,
    core: null,
  });

async function attack(
  { path, body, junkBytes = 0, isStream = false }: Attack,
  measure: () => ReturnType<typeof measureOthers>,
) {
  const task = {
    url: `${baseUrl}${path}`,
    method: body === undefined && junkBytes === 0 ? "GET" : "POST",
    body: body === undefined ? null : JSON.stringify(body),
    junkBytes,
    connections: CONNECTIONS,
    isStream,
  };
  const child = fork("bench/support/worst-caller.ts", [JSON.stringify(task)], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (child.stdout === null) throw new Error("the attacker has no output");
  const output = text(child.stdout);
  await once(child, "message");
  const others = await measure();
  child.send("stop");
  const statuses = statusCounts.parse(JSON.parse(await output));
  return { others, statuses };
}

async function measureAttacks(concurrency: number) {
  const measure = () => measureOthers(concurrency);
  const rows = [];
  for (const one of ATTACKS) {
    // Before each attack, so that a slower machine slows both.
    const alone = await measure();
    const { others, statuses } = await attack(one, measure);
    rows.push({
      attack: one.name,
      "p99 alone, ms": alone.p99Ms,
      "p99 under attack, ms": others.p99Ms,
      ratio: Number((others.p99Ms / alone.p99Ms).toFixed(2)),
      "reads/s kept": Number((others.perSecond / alone.perSecond).toFixed(2)),
      "attacker's answers": Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    });
  }
  return rows;
}

try {
  await measureOthers(4);
  for (const concurrency of OTHERS) {
    console.log(`reads of others at a time: ${concurrency}`);
    console.table(await measureAttacks(concurrency));
  }
} finally {
  await stack.stop();
}
