import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { waitUntil } from "@/sandbox/process/wait-until";
import { queryStack } from "@/tests/setup/database/stack-database";
import { launchToken } from "../tests/e2e/support/launch-token";
import { startStack } from "../tests/setup/stack/start-stack";

/**
 * Memory of a whole launchpad by process, as proportional set size (PSS): shared pages are divided by
 * the number of processes that use them, so the sum is what the machine gives. Linux only.
 * `npm run build && npx tsx bench/memory.ts` starts one, launches tokens, requests pages, and measures
 * after `--idle` seconds; `-- --data-dir .data` measures a running one.
 */
const { values } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    launches: { type: "string", default: "10" },
    rounds: { type: "string", default: "20" },
    idle: { type: "string", default: "90" },
  },
});
const CHAIN = "base-sepolia";
const PATHS = ["/", `/${CHAIN}`, "/docs", `/v1/${CHAIN}/tokens`, "/openapi/launch.json", "/status"];
const MB = 1024;

/** PSS of a process in kB; null when it has ended. */
function pssOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  } catch {
    return null;
  }
}

function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      found.set(Number(name), Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while the list was read.
    }
  }
  return found;
}

/** The names of the parts that have a pid file, and of PostgreSQL. */
function partsOf(dataDir: string): Map<number, string> {
  const names = new Map<number, string>();
  const folder = join(dataDir, "run");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const parsed = z
      .object({ pid: z.number() })
      .safeParse(JSON.parse(readFileSync(join(folder, file), "utf8")));
    if (parsed.success) names.set(parsed.data.pid, file.replace(/\.json$/, ""));
  }
  return names;
}

/** PostgreSQL has no pid file in `run`; its folder may be outside of the data folder. */
async function postmasterOf(dataDir: string): Promise<number> {
  const query = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid";
  return z.tuple([z.object({ pid: z.number() })]).parse(await queryStack(dataDir, query))[0].pid;
}

/** Sums by part: each process belongs to the nearest ancestor with a name. */
async function measure(dataDir: string): Promise<Map<string, number>> {
  const names = partsOf(dataDir);
  const parentOf = parents();
  const [first] = names.keys();
  const supervisor = first === undefined ? undefined : parentOf.get(first);
  if (supervisor === undefined) throw new Error(`no launchpad runs in ${dataDir}`);
  names.set(supervisor, "supervisor and chains");
  // Without a pid file, it would count as a part of the supervisor.
  names.set(await postmasterOf(dataDir), "database");
  const used = new Map<string, number>();
  for (const pid of parentOf.keys()) {
    let owner: number | undefined = pid;
    while (owner !== undefined && owner > 1 && !names.has(owner)) owner = parentOf.get(owner);
    const name = owner === undefined ? undefined : names.get(owner);
    const kB = name === undefined ? null : pssOf(pid);
    if (name !== undefined && kB !== null) used.set(name, (used.get(name) ?? 0) + kB);
  }
  return used;
}

async function print(dataDir: string, title: string): Promise<void> {
  const rows = [...(await measure(dataDir))].toSorted(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, kB]) => sum + kB, 0);
  console.table(
    [...rows, ["total", total] as const].map(([part, kB]) => ({
      [title]: part,
      "PSS, MB": Math.round(kB / MB),
    })),
  );
  const parts = Object.fromEntries(rows.map(([part, kB]) => [part, Math.round(kB / MB)]));
  console.log(
    JSON.stringify({ bench: "memory", when: title, totalMB: Math.round(total / MB), parts }),
  );
}

if (values["data-dir"] !== undefined) await print(values["data-dir"], "now");
else {
  const stack = await startStack();
  try {
    await print(stack.dataDir, "started");
    process.env.E2E_DATA_DIR = stack.dataDir;
    for (let number = 1; number <= Number(values.launches); number += 1) {
      await launchToken(stack.baseUrl, CHAIN, { name: `Kept ${number}`, symbol: `K${number}` });
    }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const path of PATHS) await (await fetch(`${stack.baseUrl}${path}`)).arrayBuffer();
    }
    const isDone = async () => (await fetch(`${stack.baseUrl}/readyz`)).ok;
    await waitUntil(isDone, { timeoutMs: 30_000, everyMs: 250 });
    await print(stack.dataDir, "used");
    await sleep(Number(values.idle) * 1_000);
    await print(stack.dataDir, "idle");
  } finally {
    await stack.stop();
  }
}
