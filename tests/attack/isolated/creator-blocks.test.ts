import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { moderationQueue, type QueueItem, reportAnswer } from "@/lib/features/moderation/schema";
import { removeExpired } from "@/lib/features/system/remove-expired";
import { advance } from "@/lib/features/transactions/advance";
import { launchBody } from "../../setup/api/launch-body";
import { signInWithWallet } from "../../setup/api/sign-in";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

/** Moderators see and block the creators of tokens, and blocked creators appeal. */

const CHAIN = "base-sepolia";
const DAY_MS = 24 * 60 * 60 * 1000;
const newKey = () => privateKeyToAccount(generatePrivateKey());
const moderator = newKey();

const setup = prepareConsole();
let node: ConsoleNode;
let other: ConsoleNode;
let asModerator: Browser;

beforeAll(async () => {
  const wallets = `${moderator.address}:moderator`;
  const variables = {
    TRUSTED_PROXY_HOPS: "1",
    RATE_LIMIT_EXEMPT: "127.0.0.0/8,198.51.100.0/24,2001:db8::/32",
  };
  [node, other] = await Promise.all([
    setup.startNode(wallets, variables),
    setup.startNode(wallets, variables),
  ]);
  asModerator = await openAdmin(node, moderator);
});

const send = (path: string, body: unknown, sender = "127.0.0.1", to = node) =>
  fetch(`${to.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": sender },
    body: JSON.stringify(body),
  });
const launch = (changes: Record<string, unknown>, sender: string, to = node) =>
  send(
    `/api/v1/${CHAIN}/launch-memecoin`,
    launchBody({ creatorEmail: undefined, ...changes }),
    sender,
    to,
  );

/** Launches a token through the API, reports its creator, and finds the entry of the queue. */
async function reported(changes: Record<string, unknown>, sender: string): Promise<QueueItem> {
  const answer = await launch(changes, sender);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { jobId, expectedAddress: tokenAddress } = launchAccepted.parse(await answer.json());
  await advance(node.ctx, { id: jobId, step: (_name, run) => run() });
  await setup.fixture().untilIndexed();
  const report = { kind: "creator", chain: CHAIN, tokenAddress, reason: "scam" };
  expect((await send("/api/account/report", report)).status).toBe(200);
  const item = (await queue()).find((one) => one.tokenAddress === tokenAddress);
  if (item === undefined) throw new Error("The report is not in the queue");
  expect(item.jobId).toBe(jobId);
  return item;
}
async function queue(): Promise<QueueItem[]> {
  const answer = await asModerator.request("/api/admin/moderation");
  return moderationQueue.parse(await answer.json()).items;
}
const block = async (one: QueueItem["blocks"][number] | undefined) => {
  expect((await act(asModerator, "creator.block", { ...one, publicReason: "scam" })).status).toBe(
    200,
  );
};

const unblock = async (one: QueueItem["blocks"][number]) => {
  expect((await act(asModerator, "creator.unblock", one)).status).toBe(200);
};

describe("the creator of a reported token", () => {
  it("can be blocked by its wallet, the identity of the launch, and the network of its sender", async () => {
    const email = "Known@Creator.Example";
    const { blocks } = await reported({ name: "Emailed", creatorEmail: email }, "198.51.100.23");
    const { address } = await node.ctx.wallets.resolve({ type: "email", id: email.toLowerCase() });
    expect(blocks).toEqual([
      { type: "wallet", value: address.toLowerCase() },
      { type: "email", value: email.toLowerCase() },
      { type: "network", value: "198.51.100.23/32" },
    ]);
  });

  it("that names no one is blocked by its network, on every web server, and nobody else is", async () => {
    const { blocks } = await reported({ name: "Anonymous" }, "2001:db8:77:1::9");
    // Not the wallet of the service, which all launches without a creator have.
    expect(blocks).toEqual([{ type: "network", value: "2001:db8:77:1::/64" }]);
    await block(blocks[0]);
    for (const to of [node, other]) {
      const again = await launch({ name: "Again" }, "2001:db8:77:1:ffff::1", to);
      expect(await again.json()).toMatchObject({ code: "creator_blocked" });
      const neighbour = await launch({ name: "Next", dryRun: true }, "2001:db8:77:2::9", to);
      expect(neighbour.status).toBe(200);
    }
  });

  it("that names no one has an entry of its own, not that of all who name no one", async () => {
    const [one, another] = [
      await reported({ name: "One" }, "198.51.100.31"),
      await reported({ name: "Another" }, "198.51.100.32"),
    ];
    expect(one.key).not.toBe(another.key);
    const open = (await queue()).filter(({ key }) => [one.key, another.key].includes(key));
    expect(open.map(({ count, blocks }) => [count, blocks[0]?.value]).toSorted()).toEqual([
      [1, "198.51.100.31/32"],
      [1, "198.51.100.32/32"],
    ]);
    expect(
      (await act(asModerator, "reports.close", { kind: "creator", key: one.key })).status,
    ).toBe(200);
    expect((await queue()).map(({ key }) => key)).not.toContain(one.key);
  });

  it("is not another one when a launch is sent again with its key from elsewhere", async () => {
    const body = launchBody({ name: "Twice", creatorEmail: undefined });
    const sendFrom = (sender: string) =>
      fetch(`${node.origin}/api/v1/${CHAIN}/launch-memecoin`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": "one-launch-of-two-senders",
          "x-forwarded-for": sender,
        },
        body: JSON.stringify(body),
      });
    const first = launchAccepted.parse(await (await sendFrom("198.51.100.1")).json());
    const second = launchAccepted.parse(await (await sendFrom("198.51.100.2")).json());
    expect(second.jobId).toBe(first.jobId);
    const address = first.expectedAddress;
    const known = await node.ctx.launchOrigins.find({ chainId: 84_532, address });
    expect(known).toEqual({ jobId: first.jobId, creator: null, network: "198.51.100.1/32" });
  });

  it("is not known by its network after 30 days", async () => {
    const item = await reported({ name: "Old" }, "198.51.100.99");
    const later = (days: number) => ({
      ...node.ctx,
      clock: { ...node.ctx.clock, now: () => new Date(Date.now() + days * DAY_MS) },
    });
    await removeExpired({ ctx: later(29) });
    // Not the whole entry: its token gets its image while the test runs.
    const { key, blocks } = item;
    expect((await queue()).find((one) => one.key === key)).toMatchObject({ key, blocks });
    await removeExpired({ ctx: later(31) });
    const address = item.tokenAddress;
    if (address === null) throw new Error("The report names no token");
    const known = await node.ctx.launchOrigins.find({ chainId: 84_532, address });
    expect(known).toEqual({ jobId: item.jobId, creator: null, network: null });
  });
});

describe("a blocked creator who is to be paid by a launch that names somebody else", () => {
  const other = { type: "wallet", id: newKey().address };
  const expectBlocked = async (changes: Record<string, unknown>, path: string) => {
    for (const dryRun of [true, false]) {
      const answer = await launch({ dryRun, ...changes }, "198.51.100.60");
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        code: "creator_blocked",
        error: expect.stringContaining("Choose another recipient"),
        details: [{ path }],
      });
    }
  };

  it("is rejected as a recipient, by wallet, email or username", async () => {
    const recipients = [
      { type: "wallet", id: newKey().address },
      { type: "email", id: "paid@creator.example" },
      { type: "twitter", id: "paid_creator" },
    ] as const;
    for (const recipient of recipients) {
      await block({ type: recipient.type, value: recipient.id });
      const feeSplitRecipients = [other, recipient];
      await expectBlocked({ feeSplitRecipients }, "feeSplitRecipients");
    }
  });

  it("is rejected as an email address or username whose wallet is blocked", async () => {
    const identity = { type: "email", id: "wallet-only@creator.example" } as const;
    const { address } = await node.ctx.wallets.resolve(identity);
    await block({ type: "wallet", value: address });
    await expectBlocked({ feeSplitRecipients: [other, identity] }, "feeSplitRecipients");
  });

  it("is rejected as the wallet of a blocked email address or domain, and as its creator", async () => {
    const identity = { type: "email", id: "payee@blocked-mail.example" } as const;
    const { address } = await node.ctx.wallets.resolve(identity);
    const recipients = { feeSplitRecipients: [other, { type: "wallet", id: address }] };
    for (const named of [identity, { type: "domain", id: "blocked-mail.example" }] as const) {
      await block({ type: named.type, value: named.id });
      await expectBlocked(recipients, "feeSplitRecipients");
      const creator = await launch({ dryRun: true, creatorAddress: address }, "198.51.100.60");
      expect(creator.status).toBe(403);
      await unblock({ type: named.type, value: named.id });
    }
    expect((await launch({ dryRun: true, ...recipients }, "198.51.100.60")).status).toBe(200);
  });

  it("is rejected as the owner or a recipient of an existing manager", async () => {
    const owner = newKey().address;
    const recipient = newKey().address;
    const made = await send(`/api/v1/${CHAIN}/create-revenue-manager`, {
      protocolFee: 1000,
      recipientAddress: newKey().address,
      ownerAddress: owner,
    });
    const revenue = z.object({ managerAddress: z.string() }).parse(await made.json());
    const split = z.object({ managerAddress: z.string() }).parse(
      await (
        await send(`/api/v1/${CHAIN}/create-fee-split-manager`, {
          recipients: [recipient, newKey().address],
          ownerAddress: newKey().address,
        })
      ).json(),
    );
    await block({ type: "wallet", value: owner });
    await block({ type: "wallet", value: recipient });
    const { managerAddress: revenueManagerAddress } = revenue;
    const { managerAddress: feeSplitManagerAddress } = split;
    await expectBlocked({ revenueManagerAddress }, "revenueManagerAddress");
    await expectBlocked({ feeSplitManagerAddress }, "feeSplitManagerAddress");
  });

  it("does not prevent launches that pay others", async () => {
    const feeSplitRecipients = [other.id, newKey().address];
    const answer = await launch({ dryRun: true, feeSplitRecipients }, "198.51.100.60");
    expect(answer.status, await answer.clone().text()).toBe(200);
  });
});

describe("an appeal of a creator whose launch was refused", () => {
  const WHY = "I am not who you think I am.";
  const newName = () => `appeal-${crypto.randomUUID()}@creator.example`;
  const byEmail = (id: string) => ({ creator: { type: "email", id } });
  const appealOf = (changes: Record<string, unknown>) => ({
    kind: "creator",
    creator: null,
    details: WHY,
    ...changes,
  });
  const appeal = (changes: Record<string, unknown>, sender = "198.51.100.200") =>
    send("/api/account/appeal", appealOf(changes), sender);
  const answerOf = async (answer: Response) => {
    expect(answer.status, await answer.clone().text()).toBe(200);
    return reportAnswer.parse(await answer.json());
  };
  const entryOf = async (key: string) => (await queue()).find((one) => one.key === key);
  const openAppeals = async () => (await node.ctx.reports.countOpen()).appeals;

  it("is stored once per sender, and many of them do not displace another creator's", async () => {
    const [quiet, flooded] = [newName(), newName()];
    await block({ type: "email", value: quiet });
    await block({ type: "email", value: flooded });
    await answerOf(await appeal(byEmail(quiet)));
    const before = await openAppeals();
    const senders = Array.from({ length: 210 }, (_, n) => `2001:db8:99:${n.toString(16)}::1`);
    for (let at = 0; at < senders.length; at += 30) {
      const some = senders.slice(at, at + 30);
      // Each of them again, and from another address of its /64.
      const again = some.map((sender) => sender.replace("::1", "::2"));
      await Promise.all(
        [...some, ...some, ...again].map(async (sender) =>
          answerOf(await appeal(byEmail(flooded), sender)),
        ),
      );
    }
    expect((await openAppeals()) - before).toBe(senders.length);
    expect((await entryOf(`email:${flooded}`))?.appeals).toHaveLength(20);
    expect(await entryOf(`email:${quiet}`)).toMatchObject({
      kind: "creator",
      block: { type: "email", value: quiet },
      state: "blocked",
      count: 0,
      chain: null,
      tokenAddress: null,
      token: null,
      appeals: [{ details: WHY, email: null, isCreator: false }],
    });
  });

  it("is marked as the creator's only for the session of the blocked wallet", async () => {
    const key = newKey();
    const id = key.address;
    const value = id.toLowerCase();
    await block({ type: "wallet", value });
    const creator = { type: "wallet", id };
    await answerOf(await appeal({ creator }));
    const [own, stranger] = [node.open(), node.open()];
    await signInWithWallet(own, node.origin, key);
    await signInWithWallet(stranger, node.origin, newKey());
    const sendAs = async (browser: Browser, details: string, changes = {}) =>
      browser.request("/api/account/appeal", {
        json: appealOf({ creator, details, ...changes }),
      });
    for (const claim of [{ isCreator: true }, { sender: "me" }, { key: value }]) {
      expect((await sendAs(stranger, "I say that I am it.", claim)).status).toBe(400);
    }
    await answerOf(await sendAs(stranger, "I only say that I am it."));
    expect((await entryOf(value))?.appeals.map((one) => one.isCreator)).toEqual([false, false]);
    await act(asModerator, "reports.close", { kind: "creator", key: value });
    await answerOf(await sendAs(own, "My own wallet has signed in."));
    const entry = await entryOf(value);
    expect(entry?.appeals).toMatchObject([{ isCreator: true }]);
    const ended = await act(asModerator, "creator.unblock", { type: "wallet", value });
    expect(ended.status).toBe(200);
    expect(await entryOf(value)).toBeUndefined();
    expect((await appeal({ creator })).status).toBe(409);
  });

  it("is not the creator's where others share what is blocked", async () => {
    const sender = "198.51.100.77";
    await block({ type: "network", value: `${sender}/32` });
    const browser = node.open();
    await signInWithWallet(browser, node.origin, newKey());
    const json = appealOf({});
    const headers = { cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; ") };
    const answer = await fetch(`${node.origin}/api/account/appeal`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "x-forwarded-for": sender },
      body: JSON.stringify(json),
    });
    await answerOf(answer);
    const entry = await entryOf(`network:${sender}/32`);
    expect(entry?.appeals.map((one) => one.isCreator)).toEqual([false]);
  });

  it("reveals no more than a dry run: neither another's network nor who shares a block", async () => {
    const sender = "198.51.100.78";
    await block({ type: "network", value: `${sender}/32` });
    expect((await appeal({}, "198.51.100.79")).status).toBe(409);
    const asNetwork = { creator: { type: "network", id: `${sender}/32` } };
    expect((await appeal(asNetwork, "198.51.100.79")).status).toBe(400);
    await answerOf(await appeal({}, sender));

    const email = newName();
    const { address } = await node.ctx.wallets.resolve({ type: "email", id: email });
    await block({ type: "wallet", value: address.toLowerCase() });
    const byWallet = { creator: { type: "wallet", id: address } };
    const answers = [
      await answerOf(await appeal(byWallet)),
      await answerOf(await appeal(byEmail(email))),
      await answerOf(await appeal({ from: address })),
    ];
    // "Repeated" for the email would reveal that its owner has the wallet.
    expect(answers).toEqual(answers.map(() => ({ success: true, repeated: false })));
    expect((await entryOf(address.toLowerCase()))?.appeals).toHaveLength(1);
  });

  it("is refused and not stored when it is invalid, or nobody of it is blocked", async () => {
    const blockedName = newName();
    await block({ type: "email", value: blockedName });
    const before = await node.ctx.reports.listOpen();
    const wrong: Record<string, unknown>[] = [
      { details: "too short" },
      { details: "x".repeat(2_001) },
      { details: "turned \u202e around" },
      { email: "nobody" },
      { creator: undefined },
      { creator: blockedName },
      { creator: { type: "email", id: "nobody" } },
      { creator: { type: "domain", id: "creator.example" } },
      { creator: { type: "email_id", id: "1" } },
      { from: "0x1" },
      { links: ["javascript:alert(1)"] },
      { links: Array.from({ length: 5 }, (_, n) => `https://${n}.example`) },
      { kind: "token" },
      { chain: CHAIN, tokenAddress: `0x${"12".repeat(20)}` },
    ];
    for (const changes of wrong) {
      const answer = await appeal({ ...byEmail(blockedName), ...changes });
      expect(answer.status, JSON.stringify(changes)).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "invalid_body" });
    }
    const nobody: Record<string, unknown>[] = [
      {},
      byEmail(newName()),
      byEmail(`x${blockedName}`),
      { creator: { type: "twitter", id: "nobody_at_all" } },
      { creator: { type: "wallet", id: newKey().address }, from: newKey().address },
      { links: ["https://nothing.example"] },
    ];
    for (const changes of nobody) {
      const answer = await appeal(changes);
      expect(answer.status, JSON.stringify(changes)).toBe(409);
      expect(await answer.text()).toContain("There is no decision to appeal against");
    }
    expect(await node.ctx.reports.listOpen()).toEqual(before);
  });

  it("of another site is rejected with 403", async () => {
    const name = newName();
    await block({ type: "email", value: name });
    const answer = await fetch(`${node.origin}/api/account/appeal`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example" },
      body: JSON.stringify(appealOf(byEmail(name))),
    });
    expect(answer.status).toBe(403);
    expect(await entryOf(`email:${name}`)).toBeUndefined();
  });

  it("is refused and not stored while the store of rate limits does not answer", async () => {
    const name = newName();
    await block({ type: "email", value: name });
    // A network without an exemption; this fixture has no store of rate limits.
    const answer = await appeal(byEmail(name), "203.0.113.9");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "dependency_unavailable" });
    expect(await entryOf(`email:${name}`)).toBeUndefined();
  });
});
