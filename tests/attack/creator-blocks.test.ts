import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema";
import { moderationQueue, type QueueItem } from "@/lib/features/moderation/schema";
import { removeExpired } from "@/lib/features/system/remove-expired";
import { advance } from "@/lib/features/transactions/advance";
import type { Browser } from "../setup/create-browser";
import { launchBody } from "../setup/launch-body";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../setup/start-console";

/** What moderators know of who launched a reported token, and can block. */

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
    expect((await queue()).find(({ key }) => key === item.key)).toMatchObject(item);
    await removeExpired({ ctx: later(31) });
    const address = item.tokenAddress;
    const known = await node.ctx.launchOrigins.find({ chainId: 84_532, address });
    expect(known).toEqual({ jobId: item.jobId, creator: null, network: null });
  });
});
