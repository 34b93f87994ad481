import { pino } from "pino";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { createMarket } from "@/lib/features/market/store/create-market";
import { followEthPrice } from "@/lib/indexer/follow-eth-price";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { createFixture, type Fixture } from "./support/create-fixture";
import { startReorgChain } from "./support/test-chains";

const NOBODY_LISTENS = "http://127.0.0.1:9";

describe("the dollar rate of a chain", () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let launchpad: Address;
  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    launchpad = fixture.deployment.contracts.launchpad;
  });
  afterAll(() => fixture.stop());

  const read = async () =>
    (await createMarket(fixture.db).readEthPrices([fixture.chainId])).map(({ usdE18 }) => usdE18);

  /** Follows the price over a node; the test continues once `check` holds. */
  async function follow(
    rpcUrl: string,
    check: (log: string) => Promise<boolean> | boolean,
  ): Promise<void> {
    const logged: string[] = [];
    const stop = new AbortController();
    const deployment = toIndexedDeployment(fixture.deployment);
    const ctx = {
      log: pino({ level: "debug" }, { write: (line: string) => logged.push(line) }),
      clock: { now: () => new Date() },
      deployment: { ...deployment, core: { ...deployment.core, launchpad } },
      reader: createChainReader({ chainId: fixture.chainId, rpcUrls: [rpcUrl] }),
      datasets: fixture.datasets,
    };
    const following = followEthPrice(ctx, stop.signal);
    expect(await waitUntil(() => check(logged.join("")), { timeoutMs: 20_000 })).toBe(true);
    stop.abort();
    await following;
  }

  it("survives a node that does not respond, and ends when the feed is not trusted", async () => {
    const { rpcUrl } = fixture.chain;
    await follow(rpcUrl, async () => (await read()).length === 1);
    const before = await read();
    await follow(NOBODY_LISTENS, (log) => log.includes("eth price"));
    expect(await read()).toEqual(before);

    // A contract that refuses the call, as a feed does whose answer is stale.
    launchpad = fixture.deployment.contracts.launchHook;
    await follow(rpcUrl, async () => (await read()).length === 0);
  });

  it("does not switch nodes when a contract reverts, as a stale feed does", async () => {
    const { rpcUrl } = fixture.chain;
    const second = await startFaultyNode(rpcUrl);
    try {
      const rpcUrls = [rpcUrl, second.url];
      const reader = createChainReader({ chainId: fixture.chainId, rpcUrls });
      const refused = { to: fixture.deployment.contracts.launchHook, data: "0x12345678" } as const;
      expect(await reader.callOrNull(refused)).toBeNull();
      await expect(reader.call(refused)).rejects.toThrow("reverted");
      await reader.head();
      expect(second.batches).toEqual([]);
    } finally {
      await second.stop();
    }
  });
});
