import { createContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/domain/chains";
import { readEnv } from "@/lib/env";
import { launchRequest } from "@/lib/schemas/launch";
import { activateLaunch } from "@/lib/services/launch/activate-launch";
import { awaitLaunchReceipt } from "@/lib/services/launch/await-launch-receipt";
import { broadcastLaunch } from "@/lib/services/launch/broadcast-launch";
import { completeLaunch } from "@/lib/services/launch/complete-launch";
import { pinLaunchMetadata } from "@/lib/services/launch/pin-launch-metadata";
import { signLaunch } from "@/lib/services/launch/sign-launch";
import { submitLaunch } from "@/lib/services/launch/submit-launch";
import { createTrader } from "../indexer/support/create-trader";
import { createWorld } from "../indexer/support/create-world";
import { startReorgChain } from "../indexer/support/test-chains";
import { launchBody } from "./launch-body";

const CHAIN: ChainSlug = "base-sepolia";
const NOBODY_LISTENS = "redis://127.0.0.1:9";

/** The services' context over a real chain, a real database and a running indexer. */
export async function createServiceWorld() {
  const world = await createWorld(startReorgChain);
  await world.startIndexer();
  const trader = await createTrader(world.chain, world.deployment);

  /** A context as another process of the server has it. */
  function newContext(overrides: Record<string, string> = {}) {
    return createContext(
      readEnv({
        LOG_LEVEL: "silent",
        DATA_DIR: world.dataDir,
        DATABASE_URL: world.postgres().url,
        RPC_URL_BASE_SEPOLIA: world.chain.rpcUrl,
        SANDBOX_PARTS: CHAIN,
        SERVER_WALLET_PRIVATE_KEY: world.privateKey,
        NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
        WALLET_SEED_KEY: `0x${"22".repeat(32)}`,
        INNGEST_EVENT_KEY: "unused",
        INNGEST_SIGNING_KEY: "unused",
        REDIS_URL: NOBODY_LISTENS,
        ...overrides,
      }),
    );
  }
  const ctx = newContext();

  return {
    ...world,
    ctx,
    newContext,
    trader,
    chain: world.chain,
    /** Launches a token as the durable function does, and waits until it is indexed. */
    async launch(changes: Record<string, unknown>) {
      const request = launchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
      const admit = async () => undefined;
      const submitted = { chain: CHAIN, request, idempotencyKey: null, admit };
      const accepted = await submitLaunch({ ctx, input: submitted });
      if (!("jobId" in accepted)) throw new Error("The launch was only a dry run");
      const { jobId } = accepted;
      const input = { jobId };
      await activateLaunch({ ctx, input });
      await pinLaunchMetadata({ ctx, input });
      await signLaunch({ ctx, input });
      await broadcastLaunch({ ctx, input });
      const outcome = await awaitLaunchReceipt({ ctx, input });
      if (outcome.kind !== "launched") throw new Error("The launch was reverted");
      await completeLaunch({ ctx, input: { ...outcome, jobId } });
      await world.untilIndexed();
      return { token: outcome.token, manager: outcome.manager };
    },
  };
}

export type ServiceWorld = Awaited<ReturnType<typeof createServiceWorld>>;
