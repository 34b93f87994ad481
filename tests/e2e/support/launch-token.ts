import { setTimeout as sleep } from "node:timers/promises";
import { call } from "@slipway-launchpad/client";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { getLaunchStatus, launchMemecoin } from "@/lib/features/launch/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { plainImage } from "./plain-image";
import { newCaller } from "./test";

const WAIT_MS = 60_000;

/**
 * Launches a token through the Launch API and waits until it exists. Returns its address.
 * @param site origin of the launchpad of all tests, or another one with its data folder
 */
export async function launchToken(
  site: string | { baseUrl: string; dataDir: string },
  chain: ChainSlug,
  changes: {
    name: string;
    symbol?: string;
    description?: string;
    websiteUrl?: string;
    startTime?: number;
    launchProtection?: boolean;
    referralShare?: number;
  },
): Promise<string> {
  const { baseUrl, dataDir } =
    typeof site === "string" ? { baseUrl: site, dataDir: process.env.E2E_DATA_DIR } : site;
  const caller = { baseUrl, headers: { "x-forwarded-for": newCaller() } };
  const body = {
    symbol: "LIGHT",
    description: "Launched by a browser test.",
    creatorEmail: "ada@example.com",
    ...changes,
    imageIpfs: await storePicture(dataDir, changes.name),
  };
  const accepted = await call(launchMemecoin, { params: { chain }, body }, caller);
  if (!("jobId" in accepted)) throw new Error("The launch was not queued");
  const { jobId } = accepted;
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const job = await call(getLaunchStatus, { params: { jobId } }, { baseUrl });
    if (job.state === "completed") return job.collectionToken.address;
    if (job.state === "failed") throw new Error(`The launch failed: ${job.error}`);
    if (Date.now() > deadline) throw new Error(`The launch is still ${job.state}`);
    await sleep(50);
  }
}

/** A plain image in the launchpad's own content store, in a color from `seed`. */
async function storePicture(dataDir: string | undefined, seed: string): Promise<string> {
  if (dataDir === undefined) throw new Error("E2E_DATA_DIR names the launchpad's data folder");
  const ipfs = createEmbeddedIpfs(createStorage({ dataDir: dataDir, s3: null }));
  return ipfs.add(await plainImage(seed));
}
