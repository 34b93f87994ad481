import { createClient, solveProof } from "@slipway-launchpad/client";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditList } from "@/lib/features/admin/schema";
import { launchChallenge } from "@/lib/features/proof/schema";
import { watchStrain } from "@/lib/features/proof/watch-strain";
import { settingsAnswer } from "@/lib/features/settings/schema";
import { config } from "@/lib/features/system/schema";
import type { ProofChallenge } from "@/lib/schemas/proof-of-work";
import { type Store, startStore } from "@/sandbox/store/start-store";
import { launchBody } from "../../setup/api/launch-body";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

/** Launches of callers who avoid the proof of work, on two web servers that share a database. */

const CHAIN = "base-sepolia";
const EXEMPT = "192.0.2.7";
const operator = privateKeyToAccount(generatePrivateKey());
const wallets = `${operator.address}:operator`;
const setup = prepareConsole();
let store: Store;
let nodes: ConsoleNode[];
let node: ConsoleNode;
let other: ConsoleNode;
let browser: Browser;

beforeAll(async () => {
  store = await startStore("redis://:t@127.0.0.1:0");
  const variables = {
    RATE_LIMIT_EXEMPT: EXEMPT,
    REDIS_URL: store.url,
    TRUSTED_PROXY_HOPS: "1",
    // The work is not what these tests are about.
    PROOF_OF_WORK_COST: "1",
  };
  nodes = await Promise.all([
    setup.startNode(wallets, variables),
    setup.startNode(wallets, variables),
  ]);
  const [first, second] = nodes;
  if (first === undefined || second === undefined) throw new Error("no nodes");
  [node, other] = [first, second];
  browser = await openAdmin(node, operator);
  return () => store.stop();
});
afterEach(() => setMode("auto"));

let callers = 0;
/** Everybody has a quota of two launches a minute. */
function newCaller(): string {
  callers += 1;
  return `10.${callers >> 8}.${callers & 255}.1`;
}

async function setMode(mode: "off" | "auto" | "on"): Promise<void> {
  expect((await act(browser, "proof-of-work.set", { chain: null, mode })).status).toBe(200);
  for (const { ctx } of nodes) await ctx.settings.refresh();
}

type LaunchOptions = { proof?: string; caller?: string; key?: string; body?: object };

async function launch(at: ConsoleNode, options: LaunchOptions = {}) {
  const { proof, caller = newCaller(), key, body = {} } = options;
  const json = {
    ...launchBody({ creatorEmail: "new@example.com" }),
    ...body,
    ...(proof === undefined ? {} : { proofOfWork: proof }),
  };
  const response = await fetch(`${at.origin}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": caller,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: failureOrJob.parse(await response.json()) };
}
const failureOrJob = z.object({
  code: z.string().optional(),
  jobId: z.string().optional(),
  error: z.string().optional(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

async function getChallenge(at = node, caller = newCaller(), chain: string = CHAIN) {
  const response = await fetch(`${at.origin}/api/v1/${chain}/launch-challenge`, {
    headers: { "x-forwarded-for": caller },
  });
  expect(response.status).toBe(200);
  return launchChallenge.parse(await response.json());
}
async function newChallenge(): Promise<ProofChallenge> {
  const { challenge } = await getChallenge();
  if (challenge === null) throw new Error("no challenge");
  return challenge;
}
const newProof = async () => solveProof(await newChallenge());

/** Everything that a launch leaves behind. */
async function leftovers(): Promise<unknown> {
  const { rows } = await setup.fixture().db.$client.query(`select
    (select count(*) from launch.transactions) as transactions,
    (select count(*) from launch.outbox) as events,
    (select count(*) from launch.gas_reservations) as reservations,
    (select count(*) from launch.idempotency_keys) as keys,
    (select count(*) from launch.spent_proofs) as proofs,
    (select count(*) from media.assets) as assets`);
  return rows[0];
}
async function expectRefused(
  options: LaunchOptions,
  status: number,
  code: string,
  message?: string,
) {
  const before = await leftovers();
  const refused = await launch(node, options);
  expect(refused).toMatchObject({ status, body: { code } });
  if (message !== undefined) {
    expect(refused.body.details).toMatchObject([{ path: "proofOfWork", message }]);
  }
  expect(await leftovers()).toEqual(before);
}

describe("while a proof of work is demanded", () => {
  it("a launch without one is refused with 403 before anything is stored, on every web server", async () => {
    expect((await launch(node)).status).toBe(200);
    expect(await getChallenge()).toEqual({ success: true, required: false, challenge: null });
    await setMode("on");
    await expectRefused({}, 403, "proof_of_work_required");
    await expectRefused({ proof: "" }, 403, "proof_of_work_required");
    expect((await launch(other)).status).toBe(403);
    for (const { origin } of nodes) {
      const response = await fetch(`${origin}/api/v1/config`);
      const { chains } = config.parse(await response.json());
      expect(chains[0]?.launching.proofOfWork).toBe(true);
    }
    await setMode("off");
    expect((await launch(other)).status).toBe(200);
  });

  it("dry runs and exempt callers need none", async () => {
    await setMode("on");
    expect((await launch(node, { body: { dryRun: true } })).status).toBe(200);
    expect((await launch(node, { caller: EXEMPT })).status).toBe(200);
    expect((await getChallenge(node, EXEMPT)).required).toBe(false);
  });

  it("a proof of one web server is accepted by another, once", async () => {
    await setMode("on");
    const proof = await newProof();
    expect((await launch(other, { proof })).status).toBe(200);
    await expectRefused({ proof }, 400, "invalid_proof_of_work", "was used for another launch");
    expect((await launch(other, { proof })).status).toBe(400);
  });

  it("of 12 launches that send one proof to two web servers at once, one is accepted", async () => {
    await setMode("on");
    const proof = await newProof();
    const sent = Array.from({ length: 12 }, (_, i) => launch(i % 2 ? node : other, { proof }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
  });

  it("the same launch may be sent again with its key and its proof, and happens once", async () => {
    await setMode("on");
    const proof = await newProof();
    const options = { proof, key: "again" };
    const sent = [node, other, node, other].map((at) => launch(at, options));
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(1);
    // Another launch with the same proof and its own key is none.
    await expectRefused({ proof, key: "other" }, 400, "invalid_proof_of_work");
    // The proof is not part of the request that the key is bound to.
    const again = await launch(node, { key: "again", proof: await newProof() });
    expect(again.body.jobId).toBe(answers[0]?.body.jobId);
  });

  it("a proof is not used up by a launch that is refused for another reason", async () => {
    await setMode("on");
    const proof = await newProof();
    await expectRefused({ proof, body: { marketCap: "1" } }, 400, "invalid_body");
    const { address } = await node.ctx.wallets.resolve({ type: "email", id: "twice@example.com" });
    const feeSplitRecipients = [
      { type: "email", id: "twice@example.com" },
      { type: "wallet", id: address },
    ];
    await expectRefused({ proof, body: { feeSplitRecipients } }, 400, "duplicate_recipients");
    const caller = newCaller();
    for (let n = 0; n < 2; n += 1) await launch(node, { caller, proof: await newProof() });
    await expectRefused({ proof, caller }, 429, "rate_limited");
    expect((await launch(node, { proof })).status).toBe(200);
  });

  it.each<[string, string, (challenge: ProofChallenge) => Promise<string> | string]>([
    ["text that is no Base64", "must be Base64", () => "€€€"],
    ["Base64 of something else", "must be Base64", () => btoa('{"challenge":1}')],
    [
      "a challenge without a signature",
      "must be Base64",
      async (challenge) => encode(await solved(challenge), { signature: "" }),
    ],
    [
      "a challenge that it signed itself",
      "has a challenge that this launchpad did not sign",
      async (challenge) => encode(await solved(challenge), { signature: "ab".repeat(32) }),
    ],
    [
      "a challenge that it made easier",
      "has a challenge that this launchpad did not sign",
      async ({ parameters, signature }) => {
        const easier = { signature, parameters: { ...parameters, keyPrefix: "00" } };
        return solveProof(easier);
      },
    ],
    [
      "a challenge with a lower cost",
      "has a challenge that this launchpad did not sign",
      async (challenge) => {
        const { parameters } = challenge;
        return encode(await solved(challenge), { parameters: { ...parameters, cost: 2 } });
      },
    ],
    [
      "a challenge whose end it moved",
      "has a challenge that this launchpad did not sign",
      async (challenge) => {
        const { parameters } = challenge;
        const expiresAt = parameters.expiresAt + 3_600;
        return encode(await solved(challenge), { parameters: { ...parameters, expiresAt } });
      },
    ],
    [
      "a solution that it did not compute",
      "does not solve its challenge",
      ({ parameters, signature }) =>
        encode({
          challenge: { parameters, signature },
          solution: { counter: 1_500, derivedKey: parameters.keyPrefix.padEnd(64, "0") },
        }),
    ],
    [
      "the solution of another challenge",
      "does not solve its challenge",
      async (challenge) => encode({ ...(await solved(await newChallenge())), challenge }),
    ],
  ])("%s is refused with 400 and nothing is stored", async (_, message, forge) => {
    await setMode("on");
    const proof = await forge(await newChallenge());
    await expectRefused({ proof }, 400, "invalid_proof_of_work", expect.stringContaining(message));
  });

  it("an expired challenge, and one of another chain, are refused with 400", async () => {
    await setMode("on");
    const fixture = setup.fixture();
    const past = fixture.newContext({ PROOF_OF_WORK_COST: "1" });
    const now = past.clock.now;
    past.clock.now = () => new Date(now().getTime() - 601_000);
    const old = await solveProof(await past.proofs.challenge(CHAIN));
    await expectRefused({ proof: old }, 400, "invalid_proof_of_work", "has expired");
    const elsewhere = await solveProof(await node.ctx.proofs.challenge("base"));
    await expectRefused({ proof: elsewhere }, 400, "invalid_proof_of_work", "is for another chain");
  });

  it("the client solves it itself, and so does a solver of ALTCHA", async () => {
    await setMode("on");
    const progress: number[] = [];
    const headers = { "x-forwarded-for": newCaller() };
    const client = createClient({ baseUrl: node.origin, headers });
    const { name, symbol, imageIpfs } = launchBody({});
    const body = { name: String(name), symbol: String(symbol), imageIpfs: String(imageIpfs) };
    const accepted = await client.launchMemecoin(CHAIN, body, {
      onProof: (done) => progress.push(done),
    });
    expect(accepted).toMatchObject({ success: true });
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(1);

    const challenge = await newChallenge();
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(
      (await launch(other, { proof: btoa(JSON.stringify({ challenge, solution })) })).status,
    ).toBe(200);
  });
});

describe("in mode auto", () => {
  const read = async <S extends z.ZodType>(path: string, schema: S) =>
    schema.parse(await (await browser.request(path)).json());
  const switches = async () =>
    (await read("/api/admin/audit?action=proof-of-work.switch", auditList)).entries;
  const setBudget = async (hourWei: bigint | null) => {
    const input = { chain: CHAIN, hourWei: hourWei?.toString() ?? null, dayWei: null };
    expect((await act(browser, "gas-budget.set", input)).status).toBe(200);
    for (const { ctx } of nodes) await ctx.settings.refresh();
  };
  const spent = async () => {
    const { budgets } = await read("/api/admin/settings", settingsAnswer);
    return BigInt(budgets.find(({ chain }) => chain === CHAIN)?.hour?.spentWei ?? "0");
  };
  const watchAll = () => Promise.all([...nodes, ...nodes].map(({ ctx }) => watchStrain({ ctx })));

  it("is switched on when four fifths of a budget are used, off when it is less, with one entry each", async () => {
    expect((await launch(node)).status).toBe(200);
    expect(await switches()).toEqual([]);

    // The next launch uses more than four fifths.
    await setBudget(((await spent()) * 5n) / 4n + 1_000n);
    await watchAll();
    expect(await switches()).toEqual([]);
    await setBudget(((await spent()) * 5n) / 4n);
    await watchAll();
    const [on, ...none] = await switches();
    expect(none).toEqual([]);
    expect(on).toMatchObject({
      admin: null,
      role: "system",
      target: `proof-of-work:${CHAIN}`,
      before: null,
      after: { since: expect.any(Number) },
      reason: "80% of the gas budget per hour of Base Sepolia is used",
    });
    for (const at of nodes) {
      await expect.poll(async () => (await launch(at)).status).toBe(403);
    }
    const { proofOfWork } = await read("/api/admin/settings", settingsAnswer);
    expect(proofOfWork).toMatchObject({ mode: "auto" });
    expect(proofOfWork.chains).toContainEqual(
      expect.objectContaining({ chain: CHAIN, isNeeded: true }),
    );

    await setBudget((await spent()) * 10n);
    await watchAll();
    const [off, ...before] = await switches();
    expect(before).toHaveLength(1);
    expect(off).toMatchObject({ admin: null, role: "system", after: null });
    for (const at of nodes) {
      await expect.poll(async () => (await launch(at)).status).toBe(200);
    }
    const csv = await (await browser.request("/api/admin/audit/export")).text();
    expect(csv).toContain(",,system,proof-of-work.switch,");
    await setBudget(null);
  });

  it("is switched on by the launch that reaches four fifths, before the next one", async () => {
    await setup.fixture().db.$client.query("delete from launch.gas_minutes");
    await setup.fixture().db.$client.query("delete from launch.gas_reservations");
    const count = (await switches()).length;
    expect((await launch(node)).status).toBe(200);
    // One launch has used 45% of it; two use 90%.
    await setBudget(((await spent()) * 20n) / 9n);
    expect((await launch(node)).status).toBe(200);
    expect(await switches()).toHaveLength(count + 1);
    expect((await launch(node)).status).toBe(403);
    await setBudget(null);
    await watchAll();
    expect((await switches())[0]).toMatchObject({ after: null });
  });

  it("the last fifth is only for launches with a proof and for exempt callers", async () => {
    const create = async (caller: string) => {
      const response = await fetch(`${node.origin}/api/v1/${CHAIN}/create-fee-split-manager`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": caller },
        body: JSON.stringify({
          ownerAddress: operator.address,
          recipients: [{ type: "wallet", id: operator.address }],
        }),
      });
      const { status } = response;
      return { status, body: failureOrJob.parse(await response.json()) };
    };
    await setup.fixture().db.$client.query("delete from launch.gas_minutes");
    await setup.fixture().db.$client.query("delete from launch.gas_reservations");
    for (let n = 0; n < 10; n += 1) expect((await launch(node)).status).toBe(200);
    // There is room for two more launches.
    await setBudget(((await spent()) * 5n) / 4n);
    await watchAll();
    expect((await launch(node)).status).toBe(403);
    const before = await leftovers();
    const refused = await create(newCaller());
    expect(refused).toMatchObject({ status: 503, body: { code: "budget_exhausted" } });
    expect(await leftovers()).toEqual(before);
    expect((await create(EXEMPT)).status).toBe(200);
    expect((await launch(node, { proof: await newProof() })).status).toBe(200);
    await setBudget(null);
    await watchAll();
  });

  it("is not switched while the operator has turned it off", async () => {
    await setMode("off");
    const before = await switches();
    await setBudget(1n);
    await watchAll();
    expect(await switches()).toEqual(before);
    await setBudget(null);
  });
});

const decoded = z.object({
  challenge: z.record(z.string(), z.unknown()),
  solution: z.record(z.string(), z.unknown()),
});
async function solved(challenge: ProofChallenge) {
  return decoded.parse(JSON.parse(atob(await solveProof(challenge))));
}
function encode({ challenge, solution }: z.input<typeof decoded>, changes: object = {}): string {
  return btoa(JSON.stringify({ challenge: { ...challenge, ...changes }, solution }));
}
