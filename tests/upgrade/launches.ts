import { setTimeout as sleep } from "node:timers/promises";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { tokenList } from "@/lib/features/market/schema/tokens";
import { launchBody } from "../setup/api/launch-body";

const EVERY_MS = 500;
const DONE_MS = 120_000;

export type Launch = { jobId: string; expectedAddress: string };

/** Launches of one run, each with a creator and a caller of its own. */
export function createLaunches(baseUrl: string, chain: string) {
  const accepted: Launch[] = [];
  const failures: string[] = [];
  let number = 0;

  async function one(url = baseUrl): Promise<Launch> {
    number += 1;
    const response = await fetch(`${url}/api/v1/${chain}/launch-memecoin`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify(
        launchBody({ name: `Update ${number}`, creatorEmail: `creator-${number}@example.com` }),
      ),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`launch ${number}: ${response.status} ${text}`);
    const { jobId, expectedAddress } = launchAccepted.parse(JSON.parse(text));
    const launch = { jobId, expectedAddress };
    accepted.push(launch);
    return launch;
  }

  async function isDone({ jobId }: Launch): Promise<boolean> {
    const response = await fetch(`${baseUrl}/api/v1/launch-status/${jobId}`);
    const status = launchStatus.parse(await response.json());
    if (status.state === "failed") throw new Error(`a launch failed: ${JSON.stringify(status)}`);
    return status.state === "completed";
  }

  return {
    one,
    accepted: () => accepted,
    failures: () => failures,
    /** Two launches a second until stopped. */
    start() {
      const stopping = new AbortController();
      const running = (async () => {
        while (!stopping.signal.aborted) {
          await one().catch((error: unknown) => failures.push(String(error)));
          await sleep(EVERY_MS);
        }
      })();
      return {
        async stop() {
          stopping.abort();
          await running;
        },
      };
    },
    /** @throws Error when one fails or takes too long */
    async untilDone(launches: readonly Launch[]): Promise<void> {
      const deadline = Date.now() + DONE_MS;
      for (const launch of launches) {
        while (!(await isDone(launch))) {
          if (Date.now() > deadline) throw new Error(`launch ${launch.jobId} is not completed`);
          await sleep(100);
        }
      }
    },
    /** The launches whose token is not listed, also after the indexer had time to catch up. */
    async findMissing(launches: readonly Launch[]): Promise<Launch[]> {
      const deadline = Date.now() + DONE_MS;
      for (;;) {
        const listed = await listTokens();
        const missing = launches.filter((launch) => !listed.has(launch.expectedAddress));
        if (missing.length === 0 || Date.now() > deadline) return missing;
        await sleep(200);
      }
    },
  };

  async function listTokens(): Promise<Set<string>> {
    const found = new Set<string>();
    for (let offset = 0; ; offset += 100) {
      const path = `/v1/${chain}/tokens?limit=100&offset=${offset}&sort=newest`;
      const { data } = tokenList.parse(await (await fetch(`${baseUrl}${path}`)).json());
      for (const { tokenAddress } of data) found.add(tokenAddress);
      if (data.length < 100) return found;
    }
  }
}
