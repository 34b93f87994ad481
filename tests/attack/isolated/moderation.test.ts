import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { base32upper } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import sharp from "sharp";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditList } from "@/lib/features/admin/schema";
import { newTokenList, tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { moderationQueue, reportAnswer } from "@/lib/features/moderation/schema";
import { applyContentChanges } from "@/lib/features/storage/apply-content-changes";
import { waitUntil } from "@/sandbox/process/wait-until";
import { launchBody } from "../../setup/api/launch-body";
import type { Browser } from "../../setup/create-browser";
import { KUBO_TOKEN, startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { draw } from "../../setup/media/images";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

const CHAIN = "base-sepolia";
const HTML = "<img src=x onerror=alert(1)> <script>alert(1)</script>";
const newKey = () => privateKeyToAccount(generatePrivateKey());
const moderator = newKey();
const viewer = newKey();
const blocked = newKey().address;

const setup = prepareConsole();
let node: ConsoleNode;
let other: ConsoleNode;
let asModerator: Browser;
let asViewer: Browser;
let token: `0x${string}`;
let picture: string;
let listFile: string;
let ipfsNode: Awaited<ReturnType<typeof startIpfsProviders>>;

beforeAll(async () => {
  const wallets = `${moderator.address}:moderator,${viewer.address}:viewer`;
  const fixture = setup.fixture();
  listFile = join(fixture.dataDir, "blocklist.txt");
  await writeFile(listFile, "");
  ipfsNode = await startIpfsProviders();
  const variables = {
    TRUSTED_PROXY_HOPS: "1",
    RATE_LIMIT_EXEMPT: "127.0.0.0/8,::1/128,100.64.0.0/10,203.0.113.0/24,2001:db8::/32",
    BLOCKLIST_FILE: listFile,
    KUBO_RPC_URL: ipfsNode.kuboUrl,
    KUBO_RPC_TOKEN: KUBO_TOKEN,
  };
  [node, other] = await Promise.all([
    setup.startNode(wallets, variables),
    setup.startNode(wallets, variables),
  ]);
  asModerator = await openAdmin(node, moderator);
  asViewer = await openAdmin(node, viewer);
  picture = await node.ctx.ipfs.add(await draw(300, 200).png().toBuffer());
  // As an upload is, after its moderation.
  await node.ctx.content.approve(picture);
  ({ token } = await fixture.launch({ name: "Reported", symbol: "RPT", imageIpfs: picture }));
  const isShown = async () =>
    (await node.ctx.market.findOrigin({ chainId: 84_532, address: token }))?.image === picture;
  expect(await waitUntil(isShown, { timeoutMs: 60_000, everyMs: 50 })).toBe(true);
});
afterAll(() => ipfsNode.stop());

const send = (
  from: ConsoleNode,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(`${from.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "127.0.0.1", ...headers },
    body: JSON.stringify(body),
  });
const report = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  send(
    node,
    "/api/account/report",
    { kind: "token", chain: CHAIN, tokenAddress: token, reason: "scam", ...changes },
    headers,
  );
const launch = (changes: Record<string, unknown>, headers: Record<string, string> = {}) =>
  send(node, `/api/v1/${CHAIN}/launch-memecoin`, launchBody(changes), headers);
const prepare = (changes: Record<string, unknown>) =>
  send(node, `/api/v1/${CHAIN}/prepare-launch`, launchBody({ from: blocked, ...changes }));
const storeMetadata = ({ imageIpfs }: { imageIpfs: string }) =>
  send(node, "/api/v1/upload-metadata", { ...launchBody({ imageIpfs }) });
const queue = async () =>
  moderationQueue.parse(await (await asModerator.request("/api/admin/moderation")).json());
const listed = async (from: ConsoleNode) => {
  const response = await fetch(`${from.origin}/v1/${CHAIN}/tokens/new`);
  return newTokenList.parse(await response.json()).data.some((one) => one.tokenAddress === token);
};
const details = async (from: ConsoleNode, address: string = token) => {
  const response = await fetch(`${from.origin}/v1/${CHAIN}/tokens/${address}`);
  return tokenBasicDetails.parse(await response.json());
};
const stored = () => node.ctx.reports.listOpen();

describe("reports", () => {
  it("of 1,000 addresses do not hide a token, and are one entry of the queue", async () => {
    const senders = Array.from({ length: 1_000 }, (_, n) => `100.${64 + (n >> 8)}.${n & 255}.7`);
    for (let at = 0; at < senders.length; at += 50) {
      const answers = await Promise.all(
        senders.slice(at, at + 50).map(async (sender) => {
          const answer = await report({}, { "x-forwarded-for": sender });
          return reportAnswer.parse(await answer.json()).repeated;
        }),
      );
      expect(answers).not.toContain(true);
    }
    const [item] = (await queue()).items;
    expect(item).toMatchObject({ kind: "token", tokenAddress: token, count: 1_000, state: null });
    expect(item?.reasons).toEqual([{ reason: "scam", count: 1_000 }]);
    const open = { reports: 1_000, targets: 1, appeals: 0 };
    expect(await node.ctx.reports.countOpen()).toEqual(open);
    for (const one of [node, other]) {
      expect(await listed(one)).toBe(true);
      expect((await details(one)).moderation).toBeUndefined();
    }
  });

  it("of one sender count once per target", async () => {
    const first = await report({ kind: "creator" });
    expect(reportAnswer.parse(await first.json())).toEqual({ success: true, repeated: false });
    const again = await report({ kind: "creator", reason: "hate" });
    expect(reportAnswer.parse(await again.json())).toEqual({ success: true, repeated: true });
    const found = (await queue()).items.find(({ kind }) => kind === "creator");
    expect(found?.count).toBe(1);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ["of a token that does not exist", { tokenAddress: `0x${"12".repeat(20)}` }, 404],
    ["of an unknown kind", { kind: "everything" }, 400],
    ["with an unknown reason", { reason: "because" }, 400],
    ["of an unknown chain", { chain: "84532" }, 400],
    ["with a key of its own", { key: "8453:0x00" }, 400],
    ["with an email that is none", { email: "nobody" }, 400],
    ["with a text that is too long", { details: "x".repeat(1_001) }, 400],
    ["with characters that turn text around", { details: "\u202e" }, 400],
    ["for SQL", { tokenAddress: "' or 1=1 --" }, 400],
  ])("%s are rejected, and nothing is stored", async (_, changes, status) => {
    const before = await stored();
    expect((await report(changes)).status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  it("of another site are rejected with 403", async () => {
    const before = await stored();
    expect((await report({}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await report({}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await stored()).toEqual(before);
  });

  it("with markup reach the queue as text of JSON", async () => {
    expect((await report({ kind: "picture", details: HTML })).status).toBe(200);
    const answer = await asModerator.request("/api/admin/moderation");
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const found = moderationQueue.parse(await answer.json());
    const item = found.items.find(({ kind }) => kind === "picture");
    expect(item?.reports.map((one) => one.details)).toEqual([HTML]);
  });
});

describe("a viewer", () => {
  it("can neither read the queue nor act", async () => {
    const before = auditList.parse(await (await asViewer.request("/api/admin/audit")).json());
    expect((await asViewer.request("/api/admin/moderation")).status).toBe(403);
    const at = { chain: CHAIN, address: token };
    const why = { publicReason: "scam" };
    for (const [action, input] of [
      ["token.hide", { ...at, ...why }],
      ["token.blur", { ...at, ...why }],
      ["token.restore", at],
      ["picture.remove", { cid: picture, ...why }],
      ["picture.restore", { cid: picture }],
      ["creator.block", { type: "wallet", value: blocked, ...why }],
      ["creator.unblock", { type: "wallet", value: blocked }],
      ["reports.close", { kind: "token", key: "x" }],
    ] as const) {
      expect((await act(asViewer, action, input)).status, action).toBe(403);
    }
    const after = auditList.parse(await (await asViewer.request("/api/admin/audit")).json());
    expect(after).toEqual(before);
    expect(await listed(other)).toBe(true);
  });
});

describe("a hidden token", () => {
  it("leaves the lists of every web server, stays at its address, and can be restored", async () => {
    const address = token.toLowerCase();
    const input = { chain: CHAIN, address, publicReason: "scam" };
    expect((await act(asModerator, "token.hide", input)).status).toBe(200);
    for (const one of [node, other]) {
      await expect.poll(() => listed(one)).toBe(false);
      for (const spelling of [token, address, `0x${token.slice(2).toUpperCase()}`]) {
        const { moderation } = await details(one, spelling);
        expect(moderation).toEqual({ state: "hidden", reason: "scam" });
      }
      const found = await fetch(`${one.origin}/v1/${CHAIN}/search?q=${token}`);
      expect(await found.json()).toMatchObject({ data: [] });
    }
    // The decision has closed its reports.
    expect((await queue()).items.some(({ kind }) => kind === "token")).toBe(false);
    const appeal = { kind: "token", chain: CHAIN, tokenAddress: token, details: `Not so. ${HTML}` };
    expect((await send(node, "/api/account/appeal", appeal)).status).toBe(200);
    const item = (await queue()).items.find(({ kind }) => kind === "token");
    expect(item).toMatchObject({ state: "hidden", count: 0 });
    expect(item?.appeals).toMatchObject([{ details: appeal.details, isCreator: false }]);
    expect((await act(asModerator, "token.restore", { chain: CHAIN, address })).status).toBe(200);
    expect((await act(asModerator, "token.restore", { chain: CHAIN, address })).status).toBe(409);
    for (const one of [node, other]) await expect.poll(() => listed(one)).toBe(true);
    expect((await details(node)).moderation).toBeUndefined();
    expect((await send(node, "/api/account/appeal", appeal)).status).toBe(409);
  });
});

describe("the card of a moderated token on another site", () => {
  const cardOf = async () => {
    const response = await fetch(`${other.origin}/${CHAIN}/${token}/embed`);
    return { status: response.status, html: await response.text() };
  };
  const oEmbed = async () => {
    const url = encodeURIComponent(`${other.ctx.env.publicUrl}/${CHAIN}/${token}`);
    return (await fetch(`${other.origin}/oembed?url=${url}`)).text();
  };
  const decide = async (action: string, why: Record<string, string> = {}) => {
    const answer = await act(asModerator, action, { chain: CHAIN, address: token, ...why });
    expect(answer.status).toBe(200);
  };

  it("is a notice without name and picture while the token is hidden", async () => {
    expect((await cardOf()).html).toContain("Reported");
    await decide("token.hide", { publicReason: "scam" });
    await expect.poll(async () => (await cardOf()).html).toContain("does not list this token");
    const { status, html } = await cardOf();
    expect(status).toBe(200);
    for (const hidden of ["Reported", "RPT", picture, "<svg"]) expect(html).not.toContain(hidden);
    expect(html).toContain(`href="/${CHAIN}/${token}"`);
    await expect.poll(oEmbed).toContain('"title":"Hidden token on Base Sepolia"');
    expect(await oEmbed()).not.toContain("Reported");
    await decide("token.restore");
    await expect.poll(async () => (await cardOf()).html).toContain("Reported");
  });

  it("has a blurred image while the token is blurred", async () => {
    expect((await cardOf()).html).not.toContain('class="blurred"');
    await decide("token.blur", { publicReason: "sexual" });
    await expect.poll(async () => (await cardOf()).html).toContain('<img class="blurred"');
    await decide("token.restore");
    await expect.poll(async () => (await cardOf()).html).toContain('<img class="clear"');
  });
});

describe("a removed image", () => {
  it("is refused by every spelling of its CID, to caches too, and at a launch", async () => {
    const path = `/ipfs/${picture}`;
    const whole = await fetch(`${other.origin}${path}`);
    expect(whole.status).toBe(200);
    await whole.arrayBuffer();
    expect(whole.headers.get("cache-control")).toContain("s-maxage=1,");
    const etag = whole.headers.get("etag") ?? "";
    const input = { cid: `ipfs://${picture}`, publicReason: "copyright" };
    expect((await act(asModerator, "picture.remove", input)).status).toBe(200);
    for (const one of [node, other]) {
      await expect.poll(async () => (await fetch(`${one.origin}${path}`)).status).toBe(451);
      expect(await details(one)).toMatchObject({
        image: null,
        moderation: { state: "picture_removed", reason: "copyright" },
      });
      const asset = await fetch(`${one.origin}/adapters/dexscreener/${CHAIN}/asset?id=${token}`);
      expect(asset.status).toBe(200);
      expect(await asset.text()).not.toContain(picture);
    }
    const v1 = CID.parse(picture).toV1();
    const raw = CID.createV1(0x55, v1.multihash);
    const spellings = [
      ...[picture, v1.toString(), v1.toString(base36), v1.toString(base32upper), raw.toString()],
      `%51${picture.slice(1)}`,
    ];
    for (const spelling of spellings) {
      for (const rest of ["", "?w=64", "?w=999", "/", "/picture.png", "?x=1"]) {
        const url = `${other.origin}/ipfs/${spelling}${rest}`;
        for (const [name, value] of [
          ["accept", "*/*"],
          ["if-none-match", etag],
          ["range", "bytes=0-9"],
        ] as const) {
          const headers = { [name]: value };
          const answer = await fetch(url, { headers, redirect: "follow" });
          const body = await answer.text();
          // No spelling of another form is served: it is unknown or invalid.
          expect([451, 400, 404], `${url} ${body}`).toContain(answer.status);
          expect(answer.headers.get("cache-control") ?? "no-store").toContain("no-store");
        }
      }
    }
    for (const imageIpfs of [picture, v1.toString(), `ipfs://${picture}`]) {
      for (const answer of [
        await launch({ imageIpfs }),
        await prepare({ imageIpfs }),
        await storeMetadata({ imageIpfs }),
      ]) {
        expect(answer.status, answer.url).toBe(451);
        expect(await answer.json()).toMatchObject({ code: "content_removed" });
      }
    }
  });

  it("is not offered by the operator's IPFS node until it is restored", async () => {
    expect(ipfsNode.pins.has(picture)).toBe(true);
    await applyContentChanges({ ctx: node.ctx });
    expect(ipfsNode.pins.has(picture)).toBe(false);
    expect(ipfsNode.blocks.has(picture)).toBe(false);
  });

  it("is recognized in a stored copy that was scaled and encoded again, and as the last frame of an animation, but others are not", async () => {
    const original = await draw(300, 200).png().toBuffer();
    const copy = await sharp(original).resize(180).jpeg({ quality: 60 }).toBuffer();
    const imageIpfs = await node.ctx.ipfs.add(copy);
    for (const refused of [
      await launch({ imageIpfs, dryRun: true }),
      await prepare({ imageIpfs, dryRun: true }),
      await storeMetadata({ imageIpfs }),
    ]) {
      expect(refused.status, refused.url).toBe(451);
    }
    const others = await Promise.all(
      ["#aa2200", "#22aa00", "#0022aa"].map((background) =>
        sharp({ create: { width: 300, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = sharp([...others, ...others, ...others, original], {
      join: { animated: true },
    });
    const hidden = await node.ctx.ipfs.add(await animation.webp({ effort: 0 }).toBuffer());
    const asLastFrame = await launch({ imageIpfs: hidden, dryRun: true });
    expect(asLastFrame.status, await asLastFrame.text()).toBe(451);
    const different = await sharp(original).rotate(90).png().toBuffer();
    const unlike = await node.ctx.ipfs.add(different);
    for (const accepted of [
      await launch({ imageIpfs: unlike, dryRun: true }),
      await storeMetadata({ imageIpfs: unlike }),
    ]) {
      expect(accepted.status, await accepted.text()).toBe(200);
    }
    expect((await act(asModerator, "picture.restore", { cid: picture })).status).toBe(200);
    await expect
      .poll(async () => (await fetch(`${other.origin}/ipfs/${picture}`)).status)
      .toBe(200);
    await applyContentChanges({ ctx: node.ctx });
    expect(ipfsNode.pins.has(picture)).toBe(true);
  });
});

describe("a blocked creator", () => {
  const TYPES = {
    creatorAddress: "wallet",
    creatorEmail: "email",
    creatorTwitterUsername: "twitter",
    creatorFarcasterUsername: "farcaster",
  } as const;
  /** The appeal of a user whose launch with these fields was refused. */
  const appealOf = ({ websiteUrl, ...changes }: Record<string, unknown>) => {
    const [named] = Object.entries(TYPES).flatMap(([field, type]) =>
      changes[field] === undefined ? [] : [{ type, id: changes[field] }],
    );
    const links = websiteUrl === undefined ? [] : [websiteUrl];
    return { kind: "creator", creator: named ?? null, links, details: "That is a mistake." };
  };
  const totals = async () => (await node.ctx.transactions.queueState(CHAIN)).waitingJobs;

  it.each<[string, string, Record<string, unknown>, Record<string, string>]>([
    ["wallet", blocked.toUpperCase().replace("0X", "0x"), { creatorAddress: blocked }, {}],
    ["email", "Spam@Example.COM", { creatorEmail: "spam@example.com" }, {}],
    ["twitter", "@Impostor", { creatorTwitterUsername: "impostor" }, {}],
    ["farcaster", "@Impostor", { creatorFarcasterUsername: "impostor" }, {}],
    ["network", "203.0.113.0/24", {}, { "x-forwarded-for": "203.0.113.77" }],
    ["network", "2001:db8::/32", {}, { "x-forwarded-for": "2001:db8:1::9" }],
    ["domain", "bad.example", { creatorEmail: "a@mail.bad.example" }, {}],
    ["domain", "worse.example", { websiteUrl: "https://www.worse.example/x" }, {}],
  ])("by %s %s gets 403 and nothing is queued", async (type, value, changes, headers) => {
    const body = { creatorEmail: undefined, ...changes };
    const input = { type, value, publicReason: "scam" };
    expect((await act(asModerator, "creator.block", input)).status).toBe(200);
    const before = await totals();
    const answer = await launch(body, headers);
    expect(answer.status, await answer.clone().text()).toBe(403);
    expect(await answer.json()).toMatchObject({ success: false, code: "creator_blocked" });
    expect(await totals()).toBe(before);
    const appeal = appealOf(changes);
    expect((await send(node, "/api/account/appeal", appeal, headers)).status).toBe(200);
    const entry = (await queue()).items.find(({ block }) => block?.type === type);
    expect(entry).toMatchObject({ kind: "creator", state: "blocked", tokenAddress: null });
    expect(entry?.appeals).toMatchObject([{ details: appeal.details, isCreator: false }]);
    expect((await act(asModerator, "creator.unblock", { type, value })).status).toBe(200);
    // The end of the block has closed it.
    expect((await queue()).items.some(({ block }) => block?.type === type)).toBe(false);
    expect((await send(node, "/api/account/appeal", appeal, headers)).status).toBe(409);
    const accepted = await launch({ ...body, dryRun: true }, headers);
    expect((await accepted.json()).code).not.toBe("creator_blocked");
  });

  it.each(["twitter", "farcaster"] as const)(
    "by the id of %s is refused under every name of it, and as its wallet",
    async (type) => {
      const stableId = type === "twitter" ? "44196397" : "5650";
      const field = type === "twitter" ? "creatorTwitterUsername" : "creatorFarcasterUsername";
      const { wallets, accounts } = node.ctx;
      const { address } = await wallets.resolve({ type, id: "oldname" });
      for (const name of ["oldname", "newname"]) {
        await wallets.markVerified({ type, stableId }, name);
        const identity = { type, stableId, name, proofChainId: null };
        await accounts.signIn(identity, { current: null, newId: `${type}-${name}` });
      }
      const input = { type: `${type}_id`, value: stableId, publicReason: "scam" };
      expect((await act(asModerator, "creator.block", input)).status).toBe(200);
      const bodies = [{ [field]: "@OldName" }, { [field]: "newname" }, { creatorAddress: address }];
      for (const changes of bodies) {
        const answer = await launch({ creatorEmail: undefined, ...changes });
        expect(answer.status, await answer.clone().text()).toBe(403);
        expect(await answer.json()).toMatchObject({ code: "creator_blocked" });
        const appealed = await send(node, "/api/account/appeal", appealOf(changes));
        expect(appealed.status, await appealed.clone().text()).toBe(200);
      }
      const entry = (await queue()).items.find(({ key }) => key === `${type}_id:${stableId}`);
      // One sender: its three names are one creator, and one appeal.
      expect(entry?.appeals).toHaveLength(1);
      const another = { creatorEmail: undefined, [field]: "somebodyelse", dryRun: true };
      expect((await launch(another)).status).toBe(200);
      const { type: blockType, value } = input;
      const ended = await act(asModerator, "creator.unblock", { type: blockType, value });
      expect(ended.status).toBe(200);
    },
  );

  /** At once, as `mv` does: a file that is being written is empty for a moment. */
  const replaceList = async (content: string) => {
    await writeFile(`${listFile}.new`, content);
    await rename(`${listFile}.new`, listFile);
  };

  it("of a block list file is refused as soon as the file changes, also after a mistake in it", async () => {
    const status = async () =>
      (await launch({ creatorEmail: "file@list.example", dryRun: true })).status;
    expect(await status()).toBe(200);
    await replaceList("list.example # domain\n");
    await expect.poll(status).toBe(403);
    const appeal = appealOf({ creatorEmail: "file@list.example" });
    expect((await send(node, "/api/account/appeal", appeal)).status).toBe(200);
    const block = { type: "domain", value: "list.example" };
    const entry = (await queue()).items.find(({ key }) => key === "domain:list.example");
    expect(entry).toMatchObject({ block, state: "blocked" });
    const ended = await act(asModerator, "creator.unblock", block);
    expect(ended.status).toBe(409);
    expect(await ended.text()).toContain("block list file");
    const kept = { kind: "creator", key: "domain:list.example" };
    expect((await act(asModerator, "reports.close", kept)).status).toBe(200);
    await replaceList("not an entry of a block list\n");
    await node.ctx.decisions.refresh();
    expect(await status()).toBe(403);
    await replaceList("# empty again\n");
    await expect.poll(status).toBe(200);
  });

  it("of a block list file can be a token, which leaves lists and search until the file changes", async () => {
    await replaceList(`${CHAIN}:${token.toLowerCase()}\n`);
    for (const one of [node, other]) {
      await expect.poll(() => listed(one)).toBe(false);
      for (const text of ["Reported", "Rpeorted", token]) {
        const found = await fetch(`${one.origin}/v1/${CHAIN}/search?q=${text}`);
        expect(await found.json(), text).toMatchObject({ data: [] });
      }
      expect((await details(one)).moderation).toEqual({ state: "hidden", reason: "other" });
    }
    const address = token.toLowerCase();
    const restored = await act(asModerator, "token.restore", { chain: CHAIN, address });
    expect(restored.status).toBe(409);
    expect(await restored.text()).toContain("block list");
    await replaceList("# empty again\n");
    for (const one of [node, other]) await expect.poll(() => listed(one)).toBe(true);
  });

  it("is found behind 200 newer ones, and unblocked", async () => {
    const first = { type: "email", value: "first@oldest.example" };
    expect(
      (await act(asModerator, "creator.block", { ...first, publicReason: "scam" })).status,
    ).toBe(200);
    await setup.fixture().db.$client.query(
      `insert into moderation.creators (type, value, reason, at)
       select 'email', n || '@newer.example', 'scam', now() + interval '1 minute'
       from generate_series(1, 200) as n`,
    );
    const found = async (search: string) => {
      const answer = await asModerator.request(`/api/admin/moderation${search}`);
      const { creators } = moderationQueue.parse(await answer.json()).decisions;
      return creators.map(({ type, value }) => ({ type, value }));
    };
    expect(await found("")).not.toContainEqual(first);
    expect(await found("?search=First@Oldest")).toEqual([first]);
    expect(await found("?search=nobody")).toEqual([]);
    expect((await act(asModerator, "creator.unblock", first)).status).toBe(200);
    expect(await found("?search=oldest")).toEqual([]);
    await setup
      .fixture()
      .db.$client.query("delete from moderation.creators where value like '%@newer.example'");
  });

  it("rejects a network block that is too wide or malformed with 400", async () => {
    for (const value of ["0.0.0.0/0", "::/0", "1.2.3.4/40"]) {
      const input = { type: "network", value, publicReason: "other" };
      expect((await act(asModerator, "creator.block", input)).status).toBe(400);
    }
  });
});
