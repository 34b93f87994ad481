import { createContext, type ServiceContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { advance } from "@/lib/features/transactions/advance";
import { isOfKind } from "@/lib/features/transactions/transaction";
import type { ChainSlug } from "@/lib/shared/chains";
import { createFixture } from "../../indexer/support/create-fixture";
import { createTrader } from "../../indexer/support/create-trader";
import { startReorgChain } from "../../indexer/support/test-chains";
import { launchBody } from "../api/launch-body";
import { ownInput } from "./own-input";
import { PATIENT_MS } from "./start-stack";

const CHAIN: ChainSlug = "base-sepolia";
const NOBODY_LISTENS = "redis://127.0.0.1:9";

/** The services' context over a real chain, a real database and a running indexer. */
export async function createServiceFixture() {
  const fixture = await createFixture(startReorgChain);
  await fixture.startIndexer();
  const trader = await createTrader(fixture.chain, fixture.deployment);

  const variables = {
    LOG_LEVEL: "silent",
    DATA_DIR: fixture.dataDir,
    DATABASE_URL: fixture.postgres().url,
    RPC_URL_BASE_SEPOLIA: fixture.chain.rpcUrl,
    SANDBOX_PARTS: CHAIN,
    SERVER_WALLET_PRIVATE_KEY: fixture.privateKey,
    NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
    WALLET_SEED_KEY: `0x${"22".repeat(32)}`,
    INNGEST_EVENT_KEY: "unused",
    INNGEST_SIGNING_KEY: "unused",
    REDIS_URL: NOBODY_LISTENS,
    DEPENDENCY_TIMEOUT_MS: PATIENT_MS,
  } as const;

  /** The context of another process of the server. */
  function newContext(overrides: Record<string, string> = {}) {
    return createContext(readEnv({ ...variables, ...overrides }));
  }
  const ctx = newContext();

  return {
    ...fixture,
    ctx,
    newContext,
    /** The environment of a server on this database and chain. */
    variables,
    trader,
    chain: fixture.chain,
    /**
     * Launches a token like the durable function, and waits until it is indexed.
     * @param from the context of the process that launches
     */
    async launch(changes: Record<string, unknown>, from: ServiceContext = ctx) {
      const request = launchRequest.parse(launchBody({ creatorEmail: undefined, ...changes }));
      const submitted = ownInput(request);
      const accepted = await submitLaunch({ ctx: from, input: submitted });
      if (!("jobId" in accepted)) throw new Error("The launch was only a dry run");
      const { jobId } = accepted;
      await advance(from, { id: jobId, step: (_name, run) => run() });
      const launched = await from.transactions.find(jobId);
      if (launched === null || !isOfKind(launched, "launch") || launched.result === null) {
        throw new Error("The launch was reverted");
      }
      await fixture.untilIndexed();
      const { tokenAddress, managerAddress } = launched.result;
      return { jobId, token: tokenAddress, manager: managerAddress };
    },
  };
}

export type ServiceFixture = Awaited<ReturnType<typeof createServiceFixture>>;
