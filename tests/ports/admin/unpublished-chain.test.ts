import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { endpointsOf } from "@/lib/endpoints/all";
import { createPageData } from "@/lib/endpoints/page-data";
import { moderationQueue } from "@/lib/features/moderation/schema";
import { createResponseCache } from "@/lib/http/cache/response-cache";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

/** A chain of launches whose data is not published. */
const CHAIN = "base-sepolia";
const moderator = privateKeyToAccount(generatePrivateKey());
const setup = prepareConsole();
let node: ConsoleNode;
let browser: Browser;

beforeAll(async () => {
  node = await setup.startNode(`${moderator.address}:moderator`, { DATA_CHAINS: "base" });
  browser = await openAdmin(node, moderator);
});

describe("a token of a chain without published data", () => {
  it("can be reported and hidden, which its page shows", async () => {
    const { token } = await setup.fixture().launch({ name: "Unlisted", symbol: "UNL" });
    const { ctx } = node;
    const { findModeration } = createPageData(ctx, {
      endpoints: endpointsOf(ctx),
      cache: createResponseCache({ ctx, bytesMax: 1_000_000 }),
      positions: { now: () => ({}) },
    });
    expect(findModeration(CHAIN, token)).toBeNull();
    const report = { kind: "token", chain: CHAIN, tokenAddress: token, reason: "scam" };
    const reported = await node.open().request("/api/account/report", { json: report });
    expect(await reported.json()).toEqual({ success: true, repeated: false });
    const read = async () =>
      moderationQueue.parse(await (await browser.request("/api/admin/moderation")).json());
    expect((await read()).items).toMatchObject([{ chain: CHAIN, token: { name: "Unlisted" } }]);
    const decision = { chain: CHAIN, address: token, publicReason: "scam" };
    expect((await act(browser, "token.hide", decision)).status).toBe(200);
    await ctx.decisions.refresh();
    expect(findModeration(CHAIN, token)).toEqual({ state: "hidden", reason: "scam" });
  });

  it("is refused on a chain that is neither published nor configured, with the accepted chains", async () => {
    const report = { kind: "token", chain: "robinhood", tokenAddress: `0x${"4".repeat(40)}` };
    const answer = await node
      .open()
      .request("/api/account/report", { json: { ...report, reason: "scam" } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Use one of: base, base-sepolia");
  });
});
