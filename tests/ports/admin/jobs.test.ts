import { toFunctionSelector } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { auditList } from "@/lib/features/admin/schema";
import { jobDetails, jobList } from "@/lib/features/jobs/schema";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { advance, begin, broadcast } from "@/lib/features/transactions/advance";
import { giveUp } from "@/lib/features/transactions/give-up";
import { settleNow } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { requeueTransactions } from "@/lib/features/transactions/sweep";
import { launchBody } from "../../setup/api/launch-body";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

const operator = privateKeyToAccount(generatePrivateKey());
const CHAIN = "base-sepolia";
const setup = prepareConsole();
let node: ConsoleNode;
let browser: Browser;

beforeAll(async () => {
  node = await setup.startNode(`${operator.address}:operator`);
  browser = await openAdmin(node, operator);
});

/** The error of viem for a node that does not answer. */
const NO_ANSWER = {
  reason: "HTTP request failed.\n\nURL: https://node.example/v2/SECRETKEY\nVersion: viem@2",
  publicReason: null,
  isFinal: false,
};

/** Accepts a launch; nobody runs it. */
async function accept(name: string): Promise<string> {
  const json = launchBody({ creatorEmail: undefined, name });
  const response = await node.open().request(`/api/v1/${CHAIN}/launch-memecoin`, { json });
  return launchAccepted.parse(await response.json()).jobId;
}
async function read(id: string) {
  const response = await browser.request(`/api/admin/jobs/${id}`);
  expect(response.status).toBe(200);
  return jobDetails.parse(await response.json());
}
async function list(query: string) {
  const response = await browser.request(`/api/admin/jobs?${query}`);
  expect(response.status).toBe(200);
  return jobList.parse(await response.json());
}
async function run(action: string, id: string, status = 200) {
  const response = await act(browser, action, { id }, "an operator's reason");
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}
async function auditOf(id: string) {
  const path = `/api/admin/audit?target=launch:${id}`;
  return auditList.parse(await (await browser.request(path)).json()).entries;
}
const finish = (id: string) => advance(node.ctx, { id, step: (_name, step) => step() });
async function eventsOf(id: string): Promise<number> {
  const statement = "select 1 from launch.outbox where data::text like $1";
  return (await setup.fixture().db.$client.query(statement, [`%${id}%`])).rowCount ?? 0;
}
async function reservedWei(): Promise<bigint> {
  return (await node.ctx.gasLedger.read(84_532)).unsettledWei;
}

describe("the list of jobs", () => {
  it("has pages, filters and search", async () => {
    const ids = [await accept("First"), await accept("Second"), await accept("Third")];
    const page = await list("limit=2&state=waiting");
    expect(page.jobs.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const rest = await list(`limit=2&state=waiting&before=${page.next}`);
    expect(rest.jobs.map(({ id }) => id)).toEqual([ids[0]]);
    expect(rest.next).toBeNull();
    expect(page.jobs[0]).toMatchObject({ kind: "launch", chain: CHAIN, state: "waiting" });
    expect(page.jobs[0]?.title).toContain("Third");
    expect((await list(`search=${ids[1]}`)).jobs.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list("chain=base")).jobs).toEqual([]);
    expect((await list("kind=payout")).jobs).toEqual([]);
    await finish(ids[0] ?? "");
    const { signed } = await read(ids[0] ?? "");
    const found = await list(`search=${signed[0]?.hash}`);
    expect(found.jobs.map(({ id }) => id)).toEqual([ids[0]]);
    for (const id of ids.slice(1)) await run("job.cancel", id);
    const wallet = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
    const hash = `0x${"5e".repeat(32)}`;
    await setup.fixture().db.$client.query(
      `insert into launch.transactions (id, kind, chain, state, payload, owner, realm, chain_realm,
         transaction_hash, created_at, touched_at)
       values ('paid', 'payout', $1, 'completed', '{}', $2, 'sandbox', 'sandbox', null, now(), now()),
         ('withdrawn', 'withdrawal', $1, 'completed', $3, 'account', 'sandbox', 'sandbox', $4, now(), now())`,
      [CHAIN, wallet, { wallet }, `\\x${hash.slice(2)}`],
    );
    const search = async (text: string) =>
      (await list(`search=${text}`)).jobs.map(({ id }) => id).sort();
    for (const spelling of [wallet, wallet.toLowerCase()]) {
      expect(await search(spelling)).toEqual(["paid", "withdrawn"]);
    }
    expect(await search(hash)).toEqual(["withdrawn"]);
    expect((await browser.request("/api/admin/jobs?state=lost")).status).toBe(400);
    expect((await browser.request("/api/admin/jobs/nothing")).status).toBe(404);
  });
});

describe("an open job", () => {
  it("is requeued by retry, and launches once although it runs twice", async () => {
    const id = await accept("Retried");
    const before = await eventsOf(id);
    expect((await read(id)).actions).toMatchObject({ retry: null, cancel: null });
    await run("job.retry", id);
    expect(await eventsOf(id)).toBe(before + 1);
    const states = await Promise.all([finish(id), finish(id)]);
    expect(states).toEqual(["completed", "completed"]);
    const { job, signed, actions, gas } = await read(id);
    expect(job.state).toBe("completed");
    expect(signed.map(({ status }) => status)).toEqual(["success"]);
    expect(gas?.isSettled).toBe(true);
    expect(actions).toEqual({
      retry: "It is completed.",
      cancel: "It has ended.",
      resolve: "Its outcome is known.",
    });
    for (const action of ["job.retry", "job.cancel", "job.resolve"]) {
      expect(await run(action, id, 409)).toMatchObject({ code: "conflict" });
    }
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(["job.retry"]);
  });

  it("is cancelled before it is signed: it never launches, its gas is released, its creator sees why", async () => {
    const free = await reservedWei();
    const id = await accept("Cancelled");
    expect(await reservedWei()).toBeGreaterThan(free);
    await begin(node.ctx, { id });
    await run("job.cancel", id);
    expect(await finish(id)).toBe("failed");
    const { job, signed, actions } = await read(id);
    expect(job).toMatchObject({ state: "failed", storedState: "failed" });
    expect(signed).toEqual([]);
    expect(actions.retry).toContain("failed permanently");
    expect(await reservedWei()).toBe(free);
    const status: unknown = await (await node.open().request(`/api/v1/launch-status/${id}`)).json();
    expect(JSON.stringify(status)).toContain("Canceled by the operator: an operator's reason");
    expect(await auditOf(id)).toMatchObject([
      { action: "job.cancel", before: { state: "active" }, after: { state: "failed" } },
    ]);
  });

  it("cannot be cancelled once it is signed, and launches", async () => {
    const id = await accept("Signed");
    await begin(node.ctx, { id });
    await sign(node.ctx, { id });
    expect((await read(id)).actions.cancel).toBe("It is signed: it may be mined at any time.");
    expect(await run("job.cancel", id, 409)).toMatchObject({ code: "conflict" });
    expect(await finish(id)).toBe("completed");
    expect(await auditOf(id)).toEqual([]);
  });

  it("is either cancelled or launched when both happen at once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await accept(`Race ${round}`);
      await begin(node.ctx, { id });
      const [response] = await Promise.all([
        act(browser, "job.cancel", { id }, "a race"),
        finish(id).catch((error: unknown) => expect(String(error)).toContain("has ended")),
      ]);
      await response.arrayBuffer();
      const { job, signed } = await read(id);
      const isCancelled = response.status === 200;
      expect(response.status).toBe(isCancelled ? 200 : 409);
      expect(job.state).toBe(isCancelled ? "failed" : "completed");
      expect(signed).toHaveLength(isCancelled ? 0 : 1);
      expect(await auditOf(id)).toHaveLength(isCancelled ? 1 : 0);
    }
  });
});

describe("a job that the engine gave up on", () => {
  const after30Minutes = () => ({
    ...node.ctx,
    clock: { now: () => new Date(Date.now() + 30 * 60_000) },
  });

  it("stays open for 30 minutes while nothing is signed, and launches after the outage", async () => {
    const id = await accept("During an outage");
    const reserved = await reservedWei();
    await begin(node.ctx, { id });
    await giveUp(node.ctx, { id, ...NO_ANSWER });
    expect((await read(id)).job.state).toBe("active");
    expect(await reservedWei()).toBe(reserved);
    const before = await eventsOf(id);
    await setup.fixture().db.$client.query("update launch.outbox set sent_at = now()");
    const clock = { now: () => new Date(Date.now() + 60_000) };
    await requeueTransactions({ ctx: { ...node.ctx, clock } });
    expect(await eventsOf(id)).toBe(before + 1);
    expect(await finish(id)).toBe("completed");
  });

  async function statusTextOf(id: string): Promise<string> {
    return (await node.open().request(`/api/v1/launch-status/${id}`)).text();
  }

  it.each([
    ["unsigned", NO_ANSWER, "The chain or another service did not respond. Nothing was sent."],
    ["signed", NO_ANSWER, "The chain or another service did not respond. Note: Transaction was"],
    ["unsigned", { reason: "x", publicReason: "No such chain", isFinal: true }, "No such chain"],
  ])("does not show what a node or the database answered: %s", async (is, given, shown) => {
    const id = await accept("Given up");
    await begin(node.ctx, { id });
    if (is === "signed") await sign(node.ctx, { id });
    await giveUp(after30Minutes(), { id, ...given });
    const text = await statusTextOf(id);
    expect(text).toContain(shown);
    expect(text).not.toContain("SECRETKEY");
    if (is === "unsigned") return;
    // Its nonce would block the jobs below.
    await broadcast(node.ctx, { id });
    await expect.poll(() => settleNow(node.ctx, { id })).toBe("completed");
  });

  it("does not show what an earlier release stored", async () => {
    const id = await accept("Given up before");
    await node.ctx.transactions.failUnsigned(id, NO_ANSWER.reason);
    expect(await statusTextOf(id)).not.toContain("SECRETKEY");
  });
});

describe("a job that may have succeeded", () => {
  it("is resolved to the launch that was mined", async () => {
    const id = await accept("Undecided");
    await begin(node.ctx, { id });
    await sign(node.ctx, { id });
    await giveUp(node.ctx, { id, ...NO_ANSWER });
    const undecided = await read(id);
    expect(undecided.job.state).toBe("undecided");
    expect(undecided.actions).toMatchObject({
      retry: "It may have succeeded already. Resolve it first.",
      cancel: "It has ended.",
      resolve: null,
    });
    expect(await run("job.resolve", id, 409)).toMatchObject({
      error: expect.stringContaining("is not mined"),
    });
    expect((await read(id)).job.state).toBe("undecided");
    expect(await auditOf(id)).toEqual([]);

    await broadcast(node.ctx, { id });
    await expect
      .poll(async () => (await read(id)).signed.map(({ status }) => status))
      .toEqual(["success"]);
    await run("job.resolve", id);
    const { job } = await read(id);
    expect(job).toMatchObject({ state: "completed", error: null });
    expect(job.tokenAddress).toMatch(/^0x/);
    expect(await auditOf(id)).toMatchObject([
      { action: "job.resolve", before: { state: "undecided" }, after: { state: "completed" } },
    ]);
  });
});

describe("a job that may have succeeded but was reverted", () => {
  it("is failed for certain once its transaction is found", async () => {
    const { chain, deployment } = setup.fixture();
    const address = deployment.contracts.launchpad;
    const bytecode = (await chain.client.getCode({ address })) ?? "0x";
    const id = await accept("Reverted later");
    await begin(node.ctx, { id });
    await sign(node.ctx, { id });
    await giveUp(node.ctx, { id, ...NO_ANSWER });
    const statusOf = async () => {
      const response = await node.open().request(`/api/v1/launch-status/${id}`);
      const status: unknown = await response.json();
      return status;
    };
    expect(await statusOf()).toMatchObject({ state: "failed", transactionMayHaveSucceeded: true });
    await chain.test.setCode({ address, bytecode: "0x60006000fd" });
    await broadcast(node.ctx, { id });
    await expect
      .poll(async () => (await read(id)).signed.map(({ status }) => status))
      .toEqual(["reverted"]);
    await chain.test.setCode({ address, bytecode });
    await run("job.resolve", id);
    expect((await read(id)).job).toMatchObject({
      state: "failed",
      error: expect.stringContaining("The transaction reverted"),
    });
    const status = await statusOf();
    expect(status).toMatchObject({ state: "failed" });
    expect(status).not.toMatchObject({ transactionMayHaveSucceeded: true });
    expect(await auditOf(id)).toMatchObject([
      { action: "job.resolve", before: { state: "undecided" }, after: { state: "failed" } },
    ]);
    expect(await node.ctx.transactions.listUncertain([CHAIN])).toEqual([]);
  });
});

describe("a reverted transaction", () => {
  it("is shown with the contract's error", async () => {
    const { chain, deployment } = setup.fixture();
    const address = deployment.contracts.launchpad;
    const bytecode = (await chain.client.getCode({ address })) ?? "0x";
    const id = await accept("Reverted");
    await begin(node.ctx, { id });
    await sign(node.ctx, { id });
    // Reverts every call with the error.
    const selector = toFunctionSelector("Paused()").slice(2);
    const reverting = `0x63${selector}60e01b60005260046000fd` as const;
    await chain.test.setCode({ address, bytecode: reverting });
    await broadcast(node.ctx, { id });
    await expect
      .poll(async () => (await read(id)).signed)
      .toMatchObject([{ status: "reverted", revert: "The contract refuses: Paused()" }]);
    await chain.test.setCode({ address, bytecode });
    expect(await finish(id)).toBe("failed");
  });
});

describe("the server wallet", () => {
  const heal = () => act(browser, "nonces.heal", { chain: CHAIN });

  it("is not healed when nothing blocks it: 409", async () => {
    const response = await heal();
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "conflict" });
  });

  it("is healed in one database transaction with its entry, and the blocked launch happens once", async () => {
    const id = await accept("Blocked");
    await setup.fixture().db.$client.query("update launch.nonces set next = next + 200");
    await begin(node.ctx, { id });
    await sign(node.ctx, { id });
    const healed = await heal();
    expect(healed.status).toBe(200);
    const path = `/api/admin/audit?target=server-wallet:${CHAIN}`;
    const { entries } = auditList.parse(await (await browser.request(path)).json());
    expect(entries).toMatchObject([
      {
        action: "nonces.heal",
        before: { missing: 200 },
        after: { moves: [{ operationId: id }] },
      },
    ]);
    expect(await finish(id)).toBe("completed");
    const { signed } = await read(id);
    expect(signed.map(({ status }) => status)).toEqual([null, "success"]);
    expect((await heal()).status).toBe(409);
  });
});
