import { setTimeout as sleep } from "node:timers/promises";
import {
  type LaunchStatus,
  launchAccepted,
  launchStatus,
} from "@/lib/features/launch/schema/answers";
import { revenueManagerAnswer } from "@/lib/features/managers/schema";
import { tokenList } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { launchThroughInterfaces } from "../setup/chain/launch-through-interfaces";

/** A client that retries until it has a response, which is safe with an Idempotency-Key. */
export type PersistentClient = {
  /** Launches the nth token; returns the job's id. */
  launch(chain: ChainSlug, number: number): Promise<string>;
  /** Sends the nth launch through HTTP, the typed client and MCP at once; returns the jobs' ids. */
  launchThroughInterfaces(
    chain: ChainSlug,
    number: number,
  ): ReturnType<typeof launchThroughInterfaces>;
  /** Creates the nth revenue manager; returns its address. */
  createManager(chain: ChainSlug, number: number): Promise<string>;
  /** Waits until a job has ended. */
  ended(jobId: string): Promise<LaunchStatus>;
  /** Waits until this many tokens of a chain are listed, at most a hundred. */
  listed(chain: ChainSlug, count: number): Promise<number>;
  /** @throws when there is no answer before the deadline */
  persist<T>(ask: () => Promise<T | null>, what: string): Promise<T>;
};

export function createPersistentClient(baseUrl: string, deadline: number): PersistentClient {
  async function persist<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
    let latest: unknown = null;
    while (Date.now() < deadline) {
      const answer = await ask().catch((error: unknown) => {
        latest = error;
        return null;
      });
      if (answer !== null) return answer;
      await sleep(200);
    }
    throw new Error(`No answer in time: ${what}`, { cause: latest });
  }
  return {
    persist,
    launch: (chain, number) =>
      persist(async () => {
        const response = await fetch(`${baseUrl}/api/v1/${chain}/launch-memecoin`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "idempotency-key": `crash-${number}`,
            "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
          },
          body: JSON.stringify({
            name: `Crash ${number}`,
            symbol: `C${number}`,
            imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
            creatorEmail: `crash-${number}@example.com`,
          }),
          signal: AbortSignal.timeout(30_000),
        });
        if (response.status !== 200) return null;
        return launchAccepted.parse(await response.json()).jobId;
      }, `launch ${number}`),
    launchThroughInterfaces: (chain, number) =>
      launchThroughInterfaces({
        baseUrl,
        chain,
        persist,
        caller: `198.19.${number >> 8}.${number & 255}`,
        launch: {
          name: `Interfaces ${number}`,
          symbol: `D${number}`,
          imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
          creatorEmail: `crash-${number}@example.com`,
        },
      }),
    createManager: (chain, number) =>
      persist(async () => {
        const response = await fetch(`${baseUrl}/api/v1/${chain}/create-revenue-manager`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "idempotency-key": `manager-${number}`,
            "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
          },
          body: JSON.stringify({
            protocolFee: 1000,
            recipientEmail: `manager-${number}@example.com`,
          }),
          signal: AbortSignal.timeout(70_000),
        });
        if (response.status !== 200) return null;
        return revenueManagerAnswer.parse(await response.json()).managerAddress;
      }, `manager ${number}`),
    ended: (jobId) =>
      persist(async () => {
        const response = await fetch(`${baseUrl}/api/v1/launch-status/${jobId}`, {
          signal: AbortSignal.timeout(5_000),
        });
        if (response.status !== 200) return null;
        const job = launchStatus.parse(await response.json());
        if (job.state === "completed") return job;
        // A job whose transaction may have been mined is not final: the service still tracks it.
        return job.state === "failed" && !job.transactionMayHaveSucceeded ? job : null;
      }, `job ${jobId}`),
    listed: (chain, count) =>
      persist(async () => {
        const response = await fetch(`${baseUrl}/v1/${chain}/tokens?limit=100`, {
          signal: AbortSignal.timeout(5_000),
        });
        const { length } = tokenList.parse(await response.json()).data;
        return length >= Math.min(count, 100) ? length : null;
      }, `the list of ${chain}`),
  };
}
