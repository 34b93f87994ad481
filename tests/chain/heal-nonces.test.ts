import { pino } from "pino";
import { parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { launchAccepted, launchRequest } from "@/lib/features/launch/schema";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { advance, begin } from "@/lib/features/transactions/advance";
import { findGap } from "@/lib/features/transactions/find-gap";
import { healNonces } from "@/lib/features/transactions/heal-nonces";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import { settle } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { walletOf } from "@/lib/features/transactions/store/signed-transactions";
import { nonces } from "@/lib/features/transactions/store/tables";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { createServiceFixture, type ServiceFixture } from "../setup/create-service-fixture";
import { launchBody } from "../setup/launch-body";

const CHAIN = "base-sepolia";
/** The nonce that a node of another chain reported. */
const FOREIGN_NONCE = 1_000;

/** The state that older versions left after a node of another chain was configured. */
describe("healing a wallet whose next nonce is far above the chain's count", () => {
  let fixture: ServiceFixture;
  let ctx: ServiceContext;
  let mined: number;
  let stranded: string[];
  let pending: string;

  beforeAll(async () => {
    fixture = await createServiceFixture();
    ctx = fixture.ctx;
    await fixture.launch({ name: "Before" });
    mined = await chainOf().transactionCount();
    pending = await signed("Pending");
    await ctx.signedTransactions.advance(walletOf(chainOf()), FOREIGN_NONCE);
    stranded = [await signed("Stranded"), await signed("Stranded as well")];
    for (const id of stranded) await broadcast(id);
  });
  afterAll(() => fixture.stop());

  function chainOf() {
    const chain = ctx.chains[CHAIN];
    if (chain === undefined) throw new Error("the chain is not configured");
    return chain;
  }

  async function submit(name: string): Promise<string> {
    const request = launchRequest.parse(launchBody({ name, creatorEmail: undefined }));
    const input = { chain: CHAIN, request, idempotencyKey: null, limit: async () => {} } as const;
    return launchAccepted.parse(await submitLaunch({ ctx, input })).jobId;
  }

  async function signed(name: string): Promise<string> {
    const id = await submit(name);
    await begin(ctx, { id });
    await sign(ctx, { id });
    return id;
  }

  const latestOf = async (id: string) => (await ctx.signedTransactions.listOf(id))[0];

  async function broadcast(id: string): Promise<void> {
    const latest = await latestOf(id);
    if (latest === undefined) throw new Error("nothing is signed");
    await chainOf().broadcast(latest.rawTransaction);
  }

  async function nextNonce(): Promise<number | undefined> {
    const [row] = await fixture.db.select({ next: nonces.next }).from(nonces);
    return row?.next;
  }

  const heal = (apply: boolean) => healNonces({ ctx, input: { chain: CHAIN, apply } });

  it("is noticed", async () => {
    const logged: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
    const missing = FOREIGN_NONCE - mined - 1;
    expect(await findGap({ ctx, chain: CHAIN })).toEqual({ from: mined + 1, missing });
    await rebroadcast({ ...ctx, log }, { chain: chainOf() });
    expect(logged.join()).toContain("npm run heal -- --chain base-sepolia");
  });

  it("changes nothing in a dry run", async () => {
    expect(await heal(false)).toEqual({
      from: mined + 1,
      missing: FOREIGN_NONCE - mined - 1,
      mined,
      next: FOREIGN_NONCE + 2,
      moves: stranded.map((operationId, index) => ({
        operationId,
        nonce: FOREIGN_NONCE + index,
        newNonce: mined + 1 + index,
      })),
    });
    expect(await nextNonce()).toBe(FOREIGN_NONCE + 2);
    expect((await latestOf(stranded[0] ?? ""))?.nonce).toBe(FOREIGN_NONCE);
  });

  it("moves every open launch to the first free nonces, once, while servers run", async () => {
    const servers = [fixture.newContext(), fixture.newContext()];
    const during = servers.map((server) => rebroadcast(server, { chain: chainOf() }));
    const late = submit("Accepted meanwhile");
    const healed = await Promise.all([heal(true), heal(true)]);
    await Promise.all(during);
    expect(healed.filter((repair) => repair !== null)).toHaveLength(1);
    const id = await late;
    const ids = [pending, ...stranded, id];
    const [one, two] = servers;
    await Promise.all(
      [ctx, one, two].flatMap((server) =>
        server === undefined ? [] : ids.map((each) => finish(server, each)),
      ),
    );
    for (const each of ids) expect(await settle(ctx, { id: each })).toBe("completed");
    expect(await nextNonce()).toBe(mined + ids.length);
    expect(await chainOf().transactionCount()).toBe(mined + ids.length);
    expect(await heal(true)).toBeNull();
    expect(await ctx.signedTransactions.listUnsettled(walletOf(chainOf()))).toEqual([]);
    expect(await countLaunches()).toBe(1 + ids.length);
  });

  it("continues at the chain's count when no transaction is above the gap", async () => {
    const count = await chainOf().transactionCount();
    await ctx.signedTransactions.advance(walletOf(chainOf()), FOREIGN_NONCE);
    expect(await heal(true)).toMatchObject({ from: count, moves: [] });
    expect(await nextNonce()).toBe(count);
    await fixture.launch({ name: "After it" });
    expect(await chainOf().transactionCount()).toBe(count + 1);
  });

  const finish = (server: ServiceContext, id: string) =>
    advance(server, { id, step: (_name, run) => run() });

  async function countLaunches(): Promise<number> {
    const { client } = fixture.chain;
    const { launchpad } = fixture.deployment.contracts;
    const logs = await client.getLogs({ address: launchpad, fromBlock: 0n });
    return parseEventLogs({ abi: launchpadAbi, logs, eventName: "TokenLaunched" }).length;
  }
});
