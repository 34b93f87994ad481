import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TargetKind } from "@/lib/features/moderation/rules/moderation";
import { moderationQueue } from "@/lib/features/moderation/schema";
import { appeals, reports } from "@/lib/features/moderation/store/tables";
import { spellingsOf } from "@/lib/shared/cid";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

const SEPOLIA = 84_532;
const moderator = privateKeyToAccount(generatePrivateKey());
const setup = prepareConsole();
let node: ConsoleNode;
let browser: Browser;
let token: Address;

beforeAll(async () => {
  node = await setup.startNode(`${moderator.address}:moderator`);
  browser = await openAdmin(node, moderator);
  ({ token } = await setup.fixture().launch({
    name: "Original",
    symbol: "ORG",
    creatorAddress: moderator.address,
  }));
});
beforeEach(async () => {
  const { db } = setup.fixture();
  await db.delete(reports);
  await db.delete(appeals);
});

const read = async (query = "") =>
  moderationQueue.parse(await (await browser.request(`/api/admin/moderation${query}`)).json());
let senders = 0;
/** A report of another visitor. */
const report = (
  target: { kind: TargetKind; key: string },
  from: { chainId?: number; token?: Address; details?: string } = {},
) => {
  senders += 1;
  const sender = `sender ${senders}`;
  return node.ctx.reports.addReport({
    chainId: SEPOLIA,
    token,
    details: "",
    ...target,
    ...from,
    reason: "scam",
    email: null,
    sender,
  });
};

describe("the entry of an image, video or creator", () => {
  const picture = {
    kind: "picture",
    key: "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n",
  } as const;
  const copy: Address = `0x${"Ab".repeat(20)}`;

  it("lists each token that it was reported of, and one more report does not change the first", async () => {
    await report(picture, { token: copy });
    await report(picture, { token: copy });
    await report(picture);
    const [item] = (await read()).items;
    expect(item?.count).toBe(3);
    expect(item?.tokenAddress?.toLowerCase()).toBe(copy.toLowerCase());
    expect(item?.tokens).toMatchObject([
      { chain: "base-sepolia", count: 2, token: null, state: null },
      { chain: "base-sepolia", address: token, count: 1, token: { name: "Original" } },
    ]);
  });

  it("has the chain and address of each token from one report", async () => {
    await report({ kind: "creator", key: `0x${"7".repeat(40)}` }, { chainId: 8_453, token: copy });
    await report({ kind: "creator", key: `0x${"7".repeat(40)}` });
    const [item] = (await read()).items;
    expect(item).toMatchObject({ chain: "base", token: null, blocks: [] });
    expect(item?.tokens.map(({ chain, token: known }) => [chain, known?.name])).toEqual([
      ["base", undefined],
      ["base-sepolia", "Original"],
    ]);
    expect(item?.tokens[1]?.blocks).not.toEqual([]);
  });

  it("includes the token of an appeal, and the decision about each token", async () => {
    await node.ctx.reports.addAppeals([
      {
        ...picture,
        chainId: SEPOLIA,
        token,
        details: "It is mine.",
        email: null,
        sender: "creator",
        isCreator: true,
      },
    ]);
    await setup
      .fixture()
      .db.transaction((tx) =>
        node.ctx.moderation.setToken(
          tx,
          { chainId: SEPOLIA, address: token, key: `${SEPOLIA}:${token.toLowerCase()}` },
          { state: "hidden", reason: "illegal" },
        ),
      );
    const [item] = (await read()).items;
    expect(item).toMatchObject({ state: null, count: 0 });
    expect(item?.tokens).toMatchObject([{ address: token, count: 0, state: "hidden" }]);
  });

  it("reports that there are more tokens than it lists", async () => {
    for (let at = 0; at < 11; at += 1) {
      await report(picture, { token: `0x${String(10 + at).repeat(20)}` });
    }
    const [item] = (await read()).items;
    expect(item?.tokens).toHaveLength(10);
    expect(item?.hasMoreTokens).toBe(true);
  });
});

describe("the queue", () => {
  const appeal = (key: string, isCreator = false) =>
    node.ctx.reports.addAppeals([
      {
        kind: "token",
        key,
        chainId: null,
        token: null,
        details: "A mistake.",
        email: null,
        sender: "appellant",
        isCreator,
      },
    ]);

  /** Reports of 205 targets by two senders each. */
  const flood = () =>
    setup.fixture().db.$client.query(
      `insert into moderation.reports (kind, key, chain_id, token, reason, details, sender, at)
       select 'video', 'flood ' || target, $1, $2, 'other', '', 'flood ' || sender, now()
       from generate_series(1, 205) as target, generate_series(1, 2) as sender`,
      [SEPOLIA, Buffer.from(token.slice(2), "hex")],
    );

  it("reaches a single report behind 205 targets with more reports, page by page", async () => {
    await report({ kind: "video", key: "the single one" });
    await flood();
    const keys: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await read(cursor === "" ? "" : `?cursor=${cursor}`);
      expect(page.total).toBe(206);
      keys.push(...page.items.map(({ key }) => key));
      cursor = page.nextCursor;
    }
    expect(keys).toHaveLength(206);
    expect(new Set(keys).size).toBe(206);
    expect(keys.at(-1)).toBe("the single one");
    expect((await browser.request("/api/admin/moderation?cursor=x")).status).toBe(400);
  });

  it("finds a target by its key and by the address of a reported token", async () => {
    await flood();
    const other: Address = `0x${"cd".repeat(20)}`;
    await report({ kind: "video", key: "Needle" }, { token: other });
    for (const search of ["needle", `0x${"CD".repeat(20)}`]) {
      const { items, total } = await read(`?search=${search}`);
      expect(items.map(({ key }) => key)).toEqual(["Needle"]);
      expect(total).toBe(1);
    }
    expect(await read("?search=nothing")).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  it("finds an image by every spelling of its CID and by its URL", async () => {
    await flood();
    const key = "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n";
    await report({ kind: "picture", key });
    const [other = ""] = spellingsOf(key).filter((one) => one !== key);
    for (const text of [
      ...spellingsOf(key),
      `ipfs://${other}`,
      `https://a.example/ipfs/${other}?w=9`,
    ]) {
      const { items, total } = await read(`?search=${encodeURIComponent(text)}`);
      expect(
        items.map((item) => item.key),
        text,
      ).toEqual([key]);
      expect(total).toBe(1);
    }
  });

  it("has appealed targets first, the creator's before others, whether reported or not", async () => {
    await report({ kind: "token", key: "reported" });
    await report({ kind: "token", key: "reported" });
    await report({ kind: "token", key: "appealed and reported" });
    await appeal("appealed and reported");
    await appeal("appealed");
    await appeal("of the creator", true);
    await report({ kind: "token", key: "of the creator" });
    await report({ kind: "token", key: "reported later" });
    const { items } = await read();
    expect(items.map(({ key, count, appealCount }) => [key, count, appealCount])).toEqual([
      ["of the creator", 1, 1],
      ["appealed and reported", 1, 1],
      ["appealed", 0, 1],
      ["reported", 2, 0],
      ["reported later", 1, 0],
    ]);
  });
});

describe("a decision about a state that another moderator has changed", () => {
  const statusOf = async (action: string, input: Record<string, unknown>) =>
    (await act(browser, action, input)).status;
  const publicReason = "scam";

  it("gets 409 and leaves a hidden token hidden", async () => {
    const input = { chain: "base-sepolia", address: token };
    const stateNow = async () => {
      await node.ctx.decisions.refresh();
      return node.ctx.decisions.tokenOf(SEPOLIA, token, null)?.state ?? null;
    };
    if ((await stateNow()) !== null) expect(await statusOf("token.restore", input)).toBe(200);
    expect(await statusOf("token.blur", { ...input, seen: null, publicReason })).toBe(200);
    expect(await statusOf("token.hide", { ...input, seen: "blurred", publicReason })).toBe(200);
    const late = await act(browser, "token.blur", { ...input, seen: null, publicReason });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("The state is now hidden");
    expect(await statusOf("token.restore", { ...input, seen: "blurred" })).toBe(409);
    expect(await stateNow()).toBe("hidden");
    // Pages of the previous release send no state; pages of the next release may send more fields.
    expect(await statusOf("token.blur", { ...input, publicReason, later: 1 })).toBe(200);
    expect(await statusOf("token.restore", { ...input, seen: "blurred" })).toBe(200);
    expect(await stateNow()).toBeNull();
  });

  it("gets 409 for a blurred image while the block list file hides the token", async () => {
    const { dataDir, launch } = setup.fixture();
    const { token: listed } = await launch({ name: "Listed" });
    const path = join(dataDir, "listed-tokens.txt");
    await writeFile(path, `base-sepolia:${listed}`);
    const wallets = `${moderator.address}:moderator`;
    const listing = await setup.startNode(wallets, { BLOCKLIST_FILE: path });
    const there = await openAdmin(listing, moderator);
    const input = { chain: "base-sepolia", address: listed, publicReason };
    const blur = await act(there, "token.blur", { ...input, seen: "hidden" });
    expect(blur.status).toBe(409);
    expect(await blur.text()).toContain("Remove the token from the file");
    // It stays hidden when the file no longer has it.
    expect((await act(there, "token.hide", { ...input, seen: "hidden" })).status).toBe(200);
  });

  it("gets 409 and keeps the public reason of a removed image and a blocked creator", async () => {
    const cid = "QmZTR5bcpQD7cFgTorqxZDYaew1Wqgfbd2ud9QqGPAkK2V";
    const block = { type: "email", value: "ada@example.com" };
    for (const [action, input] of [
      ["picture.remove", { cid }],
      ["creator.block", block],
    ] as const) {
      const first = { ...input, seen: null, publicReason: "illegal" };
      expect(await statusOf(action, first), action).toBe(200);
      expect(await statusOf(action, { ...first, publicReason }), action).toBe(409);
    }
    const thumbnail = "QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH";
    const video = { reason: "illegal", thumbnailCid: thumbnail, fileDigest: null } as const;
    await setup
      .fixture()
      .db.transaction((tx) =>
        node.ctx.moderation.setVideo(tx, "whose", { ...video, fingerprints: new Uint8Array() }),
      );
    const late = { cid: thumbnail, seen: null, publicReason };
    expect(await statusOf("picture.remove", late), "with its video").toBe(409);
    const { pictures, creators } = (await read()).decisions;
    expect([...pictures, ...creators].map(({ reason }) => reason)).toEqual(["illegal", "illegal"]);
  });
});

describe("closed reports and appeals", () => {
  const target = { kind: "video", key: "closed" } as const;
  const appeal = (details: string) => {
    senders += 1;
    const sender = `sender ${senders}`;
    return node.ctx.reports.addAppeals([
      { ...target, chainId: null, token: null, details, email: null, sender, isCreator: false },
    ]);
  };
  const entry = async () => {
    const { items } = await read();
    const found = items.find(({ key }) => key === target.key);
    if (found === undefined) return null;
    const { reports: listed, appeals: listedAppeals, textless } = found;
    const seen = {
      reports: listed.map(({ id }) => id),
      appeals: listedAppeals.map(({ id }) => id),
      textlessUpTo: textless.newest,
    };
    return { ...found, seen };
  };
  const close = (seen?: unknown) => act(browser, "reports.close", { ...target, seen });

  it("are those that the moderator saw; later ones stay open", async () => {
    await report(target);
    await appeal("The first appeal.");
    const shown = await entry();
    await report(target);
    await report(target, { details: "Something else." });
    await appeal("The creator's own appeal.");
    const answer = await close(shown?.seen);
    expect(await answer.json()).toMatchObject({
      entry: { before: { open: 5 }, after: { open: 3 } },
    });
    const left = await entry();
    expect(left).toMatchObject({ count: 2, textless: { count: 1 } });
    expect(left?.reports.map(({ details }) => details)).toEqual(["Something else.", ""]);
    expect(left?.appeals.map(({ details }) => details)).toEqual(["The creator's own appeal."]);
    const again = await close(shown?.seen);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("are closed already, and others have arrived");
    expect((await close(left?.seen)).status).toBe(200);
    const last = await close(left?.seen);
    expect(last.status).toBe(409);
    expect(await last.text()).toContain("There are no open reports");
  });

  it("are all without a text, and the listed ones of many with a text", async () => {
    for (let at = 0; at < 25; at += 1) await report(target);
    for (let at = 0; at < 21; at += 1) await report(target, { details: `Text ${at}` });
    const shown = await entry();
    expect(shown).toMatchObject({ count: 46, textless: { count: 25 } });
    expect((await close(shown?.seen)).status).toBe(200);
    const left = await entry();
    expect(left?.reports.map(({ details }) => details)).toEqual(["Text 0"]);
  });

  it("are all for a page of the previous release, which names none", async () => {
    await report(target, { details: "A text." });
    expect((await close()).status).toBe(200);
    expect(await entry()).toBeNull();
  });
});
