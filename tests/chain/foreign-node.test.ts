import { join } from "node:path";
import { parseEther } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { ForeignChainError, MissingContractError } from "@/lib/drivers/chain/chain-guard";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { advance } from "@/lib/features/transactions/advance";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import { nonces } from "@/lib/features/transactions/store/tables";
import { launchBody } from "../setup/api/launch-body";
import { type Anvil, startAnvil } from "../setup/chain/anvil";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { ownInput } from "../setup/stack/own-input";

const CHAIN = "base-sepolia";
const FOREIGN_NONCE = 1_000;

/**
 * A node of another chain once wrote that chain's nonce into the shared table, and every launch of
 * every server stayed open.
 */
describe("a service whose RPC URL serves another chain", () => {
  let fixture: ServiceFixture;
  let node: Awaited<ReturnType<typeof startFaultyNode>>;
  let mainnet: Anvil;
  /** Another chain with the same id, such as a fork or a test chain. */
  let twin: Anvil;
  let ctx: ServiceContext;

  const newContext = (rpcUrls: string) =>
    fixture.newContext({
      RPC_URL_BASE_SEPOLIA: rpcUrls,
      SANDBOX_PARTS: "",
      DEPLOYMENTS_DIR: join(fixture.dataDir, "deployments"),
    });

  beforeAll(async () => {
    [fixture, mainnet, twin] = await Promise.all([
      createServiceFixture(),
      startAnvil({ chainId: 8_453 }),
      startAnvil({ genesisTime: 1_700_000_000 }),
    ]);
    node = await startFaultyNode(fixture.chain.rpcUrl);
    ctx = newContext(node.url);
    for (const { test } of [mainnet, twin]) {
      await test.setNonce({ address: ctx.serverWallet, nonce: FOREIGN_NONCE });
      await test.setBalance({ address: ctx.serverWallet, value: parseEther("10") });
    }
    await launch(ctx, "First");
  });
  afterEach(() => node.become({}));
  afterAll(async () => {
    await node.stop();
    await Promise.all([mainnet.stop(), twin.stop()]);
    await fixture.stop();
  });

  function submit(of: ServiceContext, name: string) {
    const request = launchRequest.parse(launchBody({ name, creatorEmail: undefined }));
    return submitLaunch({ ctx: of, input: ownInput(request) });
  }

  async function launch(of: ServiceContext, name: string) {
    const { jobId } = launchAccepted.parse(await submit(of, name));
    expect(await advance(of, { id: jobId, step: (_name, run) => run() })).toBe("completed");
    return jobId;
  }

  async function nextNonce(): Promise<number | undefined> {
    const [row] = await fixture.db.select({ next: nonces.next }).from(nonces);
    return row?.next;
  }

  const FOREIGN = [
    ["another id", () => mainnet, "RPC address 1 serves chain 8453, not 84532"],
    ["the same id", () => twin, /serves another chain with id 84532: its genesis hash is 0x/],
  ] as const;

  it("records the chain with the first use", async () => {
    const genesis = await fixture.chain.client.getBlock({ blockNumber: 0n });
    expect(await ctx.chainIdentities.find(fixture.chainId)).toEqual({
      genesisHash: genesis.hash,
      deploymentHash: deploymentHash(fixture.deployment),
    });
  });

  it.each(FOREIGN)("stores no nonce of a chain with %s", async (_, chain, problem) => {
    const before = await nextNonce();
    node.become({ upstream: () => chain().rpcUrl });
    for (const of of [ctx, newContext(node.url)]) {
      await expect(rebroadcast(of, { chain: chainOf(of) })).rejects.toThrow();
      const refused = { status: 503, code: "dependency_unavailable" };
      await expect(submit(of, "Refused")).rejects.toMatchObject(refused);
      expect(await chainOf(of).isHealthy()).toBe(false);
      await expect(of.guards[CHAIN]?.checkAll()).resolves.toEqual([
        expect.objectContaining({
          name: ForeignChainError.name,
          message: expect.stringMatching(problem),
        }),
      ]);
    }
    expect(await nextNonce()).toBe(before);
    node.become({});
    await launch(newContext(node.url), "After it");
    expect(await nextNonce()).toBe(Number(before) + 1);
  });

  it.each(FOREIGN)(
    "notices a node that changes to a chain with %s after it was checked",
    async (_, chain) => {
      const of = newContext(node.url);
      await rebroadcast(of, { chain: chainOf(of) });
      const before = await nextNonce();
      let isChanged = false;
      node.become({
        upstream: (method) => {
          isChanged ||= method === "eth_getTransactionCount";
          return isChanged ? chain().rpcUrl : undefined;
        },
      });
      await expect(rebroadcast(of, { chain: chainOf(of) })).rejects.toThrow();
      expect(isChanged).toBe(true);
      expect(await nextNonce()).toBe(before);
    },
  );

  it.each(FOREIGN)("uses the other URL when the first serves a chain with %s", async (_, chain) => {
    const of = newContext(`${chain().rpcUrl},${node.url}`);
    const before = await nextNonce();
    await launch(of, "By the second");
    expect(await nextNonce()).toBe(Number(before) + 1);
    expect(await chainOf(of).isHealthy()).toBe(true);
    const genesis = await of.relays[CHAIN]?.send("eth_getBlockByNumber", ["0x0", false]);
    const expected = await fixture.chain.client.getBlock({ blockNumber: 0n });
    expect(genesis).toMatchObject({ result: { hash: expected.hash } });
  });

  it("reports a chain without the contracts before it records it", async () => {
    const { chainId } = fixture;
    const recorded = await ctx.chainIdentities.find(chainId);
    const of = newContext(twin.rpcUrl);
    await fixture.db.execute("delete from launch.chain_identities");
    await expect(of.guards[CHAIN]?.checkAll()).resolves.toEqual([
      expect.objectContaining({ name: MissingContractError.name }),
    ]);
    expect(await of.chainIdentities.find(chainId)).toBeNull();
    if (recorded !== null) await ctx.chainIdentities.record(chainId, recorded);
  });
});
