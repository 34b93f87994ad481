import { setTimeout as delay } from "node:timers/promises";
import type { Address } from "viem";
import { z } from "zod";
import type { Ipfs } from "@/lib/drivers/ipfs/ipfs";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Idea } from "./catalogue";
import type { Service } from "./create-service";
import { drawImage } from "./draw-image";
import type { Random } from "./random";

const acceptedSchema = z.object({ jobId: z.string() });
const statusSchema = z.object({ state: z.string(), error: z.string().optional() });

const PEOPLE = ["ada", "grace", "linus", "margaret", "alan", "barbara", "ken", "radia"];

/** Creators identify themselves in every way that a launch supports. */
function creatorOf(random: Random, wallet: Address): Record<string, string> {
  const person = random.pick(PEOPLE);
  return random.pick<Record<string, string>>([
    { creatorAddress: wallet },
    { creatorEmail: `${person}@example.com` },
    { creatorTwitterUsername: `${person}_example` },
    { creatorFarcasterUsername: `${person}-example` },
  ]);
}

/**
 * Launches a token like a user: image into IPFS, POST launch-memecoin, poll its status. Waits when
 * rate limited.
 * @throws when the launch fails or the signal aborts
 */
export async function launchIdea(options: {
  service: Service;
  chain: ChainSlug;
  idea: Idea;
  ipfs: Ipfs;
  creatorWallet: Address;
  random: Random;
  signal: AbortSignal;
}): Promise<void> {
  const { service, chain, idea, random, signal } = options;
  const imageIpfs = await options.ipfs.add(await drawImage(idea.motif, random));
  const body = {
    name: idea.name,
    symbol: idea.symbol,
    description: idea.description,
    imageIpfs,
    marketCap: String(Math.round(random.skewed(9000, 0.5)) * 1_000_000),
    creatorFeeSplit: random.pick(["8000", "8000", "5000", "3000"]),
    ...(idea.website === null ? {} : { websiteUrl: idea.website }),
    ...creatorOf(random, options.creatorWallet),
  };
  const jobId = await submit(service, `/api/v1/${chain}/launch-memecoin`, body, signal);
  for (;;) {
    const response = await service(`/api/v1/launch-status/${jobId}`, { signal });
    if (response.ok) {
      const status = statusSchema.parse(await response.json());
      if (status.state === "completed") return;
      if (status.state === "failed") throw new Error(`${idea.name}: ${status.error}`);
    }
    await delay(400, undefined, { signal });
  }
}

async function submit(
  service: Service,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const response = await service(path, { method: "POST", body: JSON.stringify(body), signal });
    if (response.ok) return acceptedSchema.parse(await response.json()).jobId;
    const text = await response.text();
    const waitSeconds = Number(response.headers.get("retry-after") ?? 5);
    const isTemporary = response.status === 429 || response.status >= 500;
    if (!isTemporary) throw new Error(`launch refused with ${response.status}: ${text}`);
    await delay(Math.min(waitSeconds, 60) * 1000, undefined, { signal });
  }
}
