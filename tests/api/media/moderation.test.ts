import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { streamMarket } from "@slipway-launchpad/client";
import { Client } from "pg";
import sharp from "sharp";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { uniswapTokenList } from "@/lib/features/market/schema/market";
import { tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { imageAnswer } from "@/lib/features/media/schema";
import { createWebhookAnswer, deliveriesAnswer } from "@/lib/features/webhooks/schema";
import { waitUntil } from "@/sandbox/process/wait-until";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { type Cluster, startCluster, type WebNode } from "../../setup/database/start-cluster";
import { dataUri, draw } from "../../setup/media/images";
import { createClips } from "../../setup/video/make-clip";
import { askForUpload, formOf, send, statusOf, upload } from "../../setup/video/uploads";

const CHAIN = "base-sepolia";
const LONG_MS = 120_000;
/** The promise is two seconds; a machine that does other work at the same time is slower. */
const EFFECT_MS_MAX = 15_000;
const moderator = privateKeyToAccount(generatePrivateKey());
/** No other launches have this creator. */
const creator = privateKeyToAccount(generatePrivateKey()).address;

let cluster: Cluster;
let nodes: readonly [WebNode, WebNode];
let admin: Browser;
let image: string;
let token: string;
let folder: string;
let clips: ReturnType<typeof createClips>;
/** Events of the chain's stream, each with the time of its arrival. */
const seen: {
  at: number;
  event: string;
  token: string | null;
  state: string | null;
  name: string | null;
}[] = [];
const leaving = new AbortController();
let reading: Promise<void>;

beforeAll(async () => {
  cluster = await startCluster(CHAIN, { ADMIN_WALLETS: `${moderator.address}:moderator` });
  nodes = cluster.nodes;
  folder = await mkdtemp(join(tmpdir(), "slipway-removed-clips-"));
  clips = createClips(folder);
  admin = await signIn();
  const bytes = await draw(320, 200).png().toBuffer();
  const stored = await request("/api/v1/upload-image", {
    body: { base64Image: dataUri(bytes) },
    baseUrl: nodes[0].url,
  });
  image = imageAnswer.parse(stored.body).ipfsHash;
  token = await launch("Soon hidden", image, { creatorAddress: creator, websiteUrl: WEBSITE });
  const origin = { baseUrl: nodes[1].url, headers: { "x-forwarded-for": newCaller() } };
  let isConnected = false;
  reading = (async () => {
    const { signal } = leaving;
    const onConnection = (isNow: boolean) => {
      isConnected ||= isNow;
    };
    for await (const event of streamMarket(CHAIN, {
      ...origin,
      figures: true,
      signal,
      onConnection,
    })) {
      const isOfToken = "tokenAddress" in event.data;
      const moderation = event.event === "token" ? event.data.moderation : undefined;
      const of = isOfToken && "tokenAddress" in event.data ? event.data.tokenAddress : null;
      const name = event.event === "token" ? event.data.name : null;
      const state = moderation?.state ?? null;
      seen.push({ at: Date.now(), event: event.event, token: of, state, name });
    }
  })();
  expect(await waitUntil(async () => isConnected, { timeoutMs: LONG_MS, everyMs: 50 })).toBe(true);
}, 2 * LONG_MS);
afterAll(async () => {
  leaving.abort();
  await reading;
  await Promise.all([cluster?.stop(), rm(folder, { recursive: true, force: true })]);
});

async function signIn(): Promise<Browser> {
  const caller = newCaller();
  const browser = createBrowser(cluster.url, (sent) => {
    const { pathname, search } = new URL(sent.url);
    const there = new Request(`${nodes[0].url}${pathname}${search}`, sent);
    there.headers.set("x-forwarded-for", caller);
    return fetch(there);
  });
  const given: unknown = await (await browser.request("/api/admin/nonce", { json: {} })).json();
  const message = createSiweMessage({
    address: moderator.address,
    chainId: 84_532,
    domain: new URL(cluster.url).host,
    uri: new URL(cluster.url).origin,
    version: "1",
    nonce: String(Object(given).nonce),
    issuedAt: new Date(),
  });
  const json = { message, signature: await moderator.signMessage({ message }) };
  const { status } = await browser.request("/api/admin/sign-in", { json });
  expect(status).toBe(200);
  return browser;
}

async function act(action: string, input: unknown): Promise<void> {
  const json = { reason: "because of a test", input };
  const answer = await admin.request(`/api/admin/actions/${action}`, { json });
  expect(answer.status, await answer.text()).toBe(200);
}

async function launch(
  name: string,
  imageIpfs: string | undefined,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const body = launchBody({ name, imageIpfs, creatorEmail: undefined, ...changes });
  const [{ url: baseUrl }] = nodes;
  const answer = await request(`/api/v1/${CHAIN}/launch-memecoin`, { body, baseUrl });
  const { jobId, expectedAddress } = launchAccepted.parse(answer.body);
  const isShown = async () => {
    const job = await request(`/api/v1/launch-status/${jobId}`, { baseUrl });
    if (launchStatus.parse(job.body).state !== "completed") return false;
    const path = `/v1/${CHAIN}/tokens/${expectedAddress}`;
    const { status, body: found } = await request(path, { baseUrl });
    return status === 200 && tokenBasicDetails.parse(found).image !== null;
  };
  const isDone = await waitUntil(isShown, { timeoutMs: LONG_MS, everyMs: 100 });
  expect(isDone, cluster.output()).toBe(true);
  return expectedAddress;
}

const WEBSITE = "https://moderated.example/home";

type Surface = { name: string; isDone(baseUrl: string): Promise<boolean> };

const lists = (path: string) => async (baseUrl: string) =>
  !(await request(path, { baseUrl })).text.toLowerCase().includes(token.toLowerCase());
const shows = (path: string, text: string) => async (baseUrl: string) =>
  (await request(path, { baseUrl })).text.includes(text);

/** Whether the description of a page for link previews has a text. */
const previews = (text: string) => async (baseUrl: string) => {
  const page = (await request(PAGE(), { baseUrl })).text;
  const shown = /<meta property="og:title" content="([^"]*)"/.exec(page)?.[1] ?? "";
  const said = /<meta property="og:description" content="([^"]*)"/.exec(page)?.[1] ?? "";
  return shown.includes(text) && said.includes(text);
};

/** Whether a tool of the MCP server answers with a text. */
const tool = (name: string, input: unknown, text: () => string) => async (baseUrl: string) => {
  const answer = await request("/mcp", {
    baseUrl,
    headers: { accept: "application/json, text/event-stream" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: input },
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.text.toLowerCase().includes(text().toLowerCase());
};
const not = (isDone: Surface["isDone"]) => async (baseUrl: string) => !(await isDone(baseUrl));

const PAGE = () => `/${CHAIN}/${token}`;
/** The embedded card of the token, and its oEmbed response. */
const embed = () => `${PAGE()}/embed`;
const oEmbed = () => `/oembed?url=${encodeURIComponent(`${cluster.url}${PAGE()}`)}`;
const launches = `/v1/${CHAIN}/accounts/${creator}/launches`;
const account = `/v1/${CHAIN}/accounts/${creator}`;
const asset = (site: string) => `/adapters/${site}/${CHAIN}/asset?id=${token}`;
/** The version of the token list at each web server; programs ignore a lower one. */
const listVersions = () =>
  Promise.all(
    nodes.map(async ({ url: baseUrl }) => {
      const { body } = await request(`/v1/${CHAIN}/tokenlist`, { baseUrl });
      return uniswapTokenList.parse(body).version.minor;
    }),
  );
/** Whether the share image is another one than at the start. */
async function shareChanges(): Promise<Surface["isDone"]> {
  const draw = async (baseUrl: string) => {
    const headers = { "x-forwarded-for": newCaller() };
    const answer = await fetch(`${baseUrl}/share/${CHAIN}/${token}`, { headers });
    return Buffer.from(await answer.arrayBuffer()).toString("base64");
  };
  const before = await draw(nodes[0].url);
  return async (baseUrl) => (await draw(baseUrl)) !== before;
}

let webhook: { path: string; headers: Record<string, string> };

/**
 * Creates a webhook for decisions. A launchpad of real chains sends nothing to this machine, so its
 * endpoint is declared verified; `tests/ports/webhooks/deliveries.test.ts` sends these events.
 */
async function followDecisions(): Promise<void> {
  const body = { url: "https://receiver.example/hook", kinds: ["moderation.changed"] };
  const [{ url: baseUrl }] = nodes;
  const answer = await request("/api/v1/webhooks", { body, baseUrl });
  expect(answer.status, answer.text).toBe(200);
  const { webhook: created, managementSecret } = createWebhookAnswer.parse(answer.body);
  const client = new Client({ connectionString: cluster.variables.DATABASE_URL });
  await client.connect();
  const verify = "update launch.webhooks set state = 'active', verified_at = now() where id = $1";
  await client.query(verify, [created.id]);
  await client.end();
  const path = `/api/v1/webhooks/${created.id}/deliveries`;
  webhook = { path, headers: { authorization: `Bearer ${managementSecret}` } };
}
/** Whether an event of the token's moderation is stored for delivery. */
const isQueued = (state: string | null) => async (baseUrl: string) => {
  const { path, headers } = webhook;
  const { body } = await request(path, { baseUrl, headers });
  return deliveriesAnswer.parse(body).deliveries.some(({ event }) => {
    if (event?.type !== "moderation.changed" || event.data.tokenAddress !== token) return false;
    return (event.data.moderation?.state ?? null) === state;
  });
};

/** Milliseconds after the action until a surface shows it on both web servers. */
async function measure(action: string, surfaces: readonly Surface[], run: () => Promise<void>) {
  // Everything is in every cache before.
  for (const { isDone } of surfaces) for (const { url } of nodes) await isDone(url);
  const start = Date.now();
  await run();
  const done = Date.now();
  const measured = await Promise.all(
    surfaces.map(async ({ name, isDone }) => {
      for (const { url } of nodes) {
        const isShown = await waitUntil(() => isDone(url), {
          timeoutMs: EFFECT_MS_MAX,
          everyMs: 50,
        });
        expect(isShown, `${name} at ${url}`).toBe(true);
      }
      return { name, ms: Date.now() - done };
    }),
  );
  const lines = measured.map(({ name, ms }) => `${name.padEnd(24)} ${String(ms).padStart(6)} ms`);
  const title = `${action} (the action itself: ${done - start} ms), on both web servers after`;
  process.stdout.write(`${title}\n${lines.join("\n")}\n`);
  return measured;
}

it("shows a hidden token nowhere but at its address, on both web servers", async () => {
  const input = { chain: CHAIN, address: token, publicReason: "scam" };
  await followDecisions();
  const hiddenAt = () => seen.find(({ state }) => state === "hidden")?.at;
  const surfaces: Surface[] = [
    { name: "tokens", isDone: lists(`/v1/${CHAIN}/tokens`) },
    { name: "tokens by volume", isDone: lists(`/v1/${CHAIN}/tokens?sort=volume24h`) },
    { name: "tokens/new", isDone: lists(`/v1/${CHAIN}/tokens/new`) },
    { name: "search by name", isDone: lists(`/v1/${CHAIN}/search?q=Soon`) },
    { name: "similar names", isDone: lists(`/v1/${CHAIN}/search?q=Sono%20hidden`) },
    { name: "search by address", isDone: lists(`/v1/${CHAIN}/search?q=${token.slice(0, 12)}`) },
    { name: "udf search", isDone: lists(`/udf/${CHAIN}/search?query=Soon`) },
    { name: "udf largest", isDone: lists(`/udf/${CHAIN}/search?query=`) },
    { name: "token list", isDone: lists(`/v1/${CHAIN}/tokenlist`) },
    { name: "token", isDone: shows(`/v1/${CHAIN}/tokens/${token}`, '"state":"hidden"') },
    { name: "details", isDone: shows(`/v1/${CHAIN}/tokens/${token}/details`, '"state":"hidden"') },
    { name: "token page", isDone: shows(PAGE(), "does not list this token") },
    { name: "page title", isDone: shows(PAGE(), "<title>Hidden token") },
    { name: "share image", isDone: await shareChanges() },
    { name: "embedded card", isDone: shows(embed(), "does not list this token") },
    { name: "oembed", isDone: shows(oEmbed(), "Hidden token") },
    { name: "sitemap", isDone: lists("/sitemap.xml") },
    ...["dexscreener", "geckoterminal"].flatMap((site) => [
      { name: `image for ${site}`, isDone: not(shows(asset(site), image)) },
      { name: `links for ${site}`, isDone: not(shows(asset(site), WEBSITE)) },
    ]),
    { name: "link preview", isDone: previews("Hidden token") },
    { name: "launches of an address", isDone: shows(launches, '"state":"hidden"') },
    { name: "tokens of an address", isDone: shows(account, '"state":"hidden"') },
    { name: "stream", isDone: async () => hiddenAt() !== undefined },
    { name: "start page", isDone: lists("/") },
    { name: "chain page", isDone: lists(`/${CHAIN}`) },
    {
      name: "mcp search",
      isDone: not(tool("search_tokens", { chain: CHAIN, q: "Soon" }, () => token)),
    },
    { name: "mcp list", isDone: not(tool("list_tokens", { chain: CHAIN }, () => token)) },
    {
      name: "mcp token",
      isDone: tool("get_token", { chain: CHAIN, tokenAddress: token }, () => "hidden"),
    },
    { name: "webhook stored", isDone: isQueued("hidden") },
  ];
  const versionsBefore = await listVersions();
  const measured = await measure("token.hide", surfaces, () => act("token.hide", input));
  expect(measured).toHaveLength(surfaces.length);
  for (const [at, version] of (await listVersions()).entries()) {
    expect(version).toBeGreaterThanOrEqual(versionsBefore[at] ?? 0);
  }
  const removals = seen.filter(({ state }) => state === "hidden");
  expect(removals.map(({ name }) => name)).toEqual(["Hidden token"]);
  await act("token.restore", { chain: CHAIN, address: token });
  const isRestored = () => isQueued(null)(nodes[0].url);
  expect(await waitUntil(isRestored, { timeoutMs: EFFECT_MS_MAX, everyMs: 50 })).toBe(true);
  for (const { url: baseUrl } of nodes) {
    const isBack = () => shows(`/v1/${CHAIN}/tokens/new`, token)(baseUrl);
    expect(await waitUntil(isBack, { timeoutMs: EFFECT_MS_MAX, everyMs: 50 })).toBe(true);
  }
});

it("blurs the image of a token everywhere, on both web servers", async () => {
  const isBlurred = '"state":"blurred"';
  const data = `/v1/${CHAIN}/tokens/${token}`;
  const search = `/v1/${CHAIN}/search?q=Soon`;
  const mcp = tool("get_token", { chain: CHAIN, tokenAddress: token }, () => "blurred");
  const surfaces: Surface[] = [
    ...[data, `${data}/details`, `/v1/${CHAIN}/tokens`, `/v1/${CHAIN}/tokens/new`, search].map(
      (path) => ({ name: path.replace(token, "…"), isDone: shows(path, isBlurred) }),
    ),
    { name: "launches of an address", isDone: shows(launches, isBlurred) },
    { name: "token page", isDone: shows(PAGE(), "has blurred the image") },
    { name: "share image", isDone: await shareChanges() },
    { name: "embedded card", isDone: shows(embed(), 'class="blurred"') },
    { name: "mcp token", isDone: mcp },
    { name: "token list logo", isDone: not(shows(`/v1/${CHAIN}/tokenlist`, image)) },
    ...["dexscreener", "geckoterminal"].map((site) => ({
      name: `image for ${site}`,
      isDone: not(shows(asset(site), image)),
    })),
    { name: "stream", isDone: async () => seen.some(({ state }) => state === "blurred") },
    { name: "webhook stored", isDone: isQueued("blurred") },
  ];
  await measure("token.blur", surfaces, () =>
    act("token.blur", { chain: CHAIN, address: token, publicReason: "sexual" }),
  );
  await act("token.restore", { chain: CHAIN, address: token });
  for (const { url: baseUrl } of nodes) {
    const isClear = () => not(shows(data, isBlurred))(baseUrl);
    expect(await waitUntil(isClear, { timeoutMs: EFFECT_MS_MAX, everyMs: 50 })).toBe(true);
  }
});

it(
  "serves a removed image nowhere, and refuses it and its copies at an upload",
  async () => {
    const cached = `/ipfs/${image}`;
    const without = (path: string) => not(shows(path, image));
    const isRemoved = (query: string) => async (baseUrl: string) =>
      (await request(`${cached}${query}`, { baseUrl })).status === 451;
    const surfaces: Surface[] = [
      { name: "ipfs", isDone: isRemoved("") },
      { name: "thumbnail", isDone: isRemoved("?w=64") },
      { name: "token image", isDone: shows(`/v1/${CHAIN}/tokens/${token}`, '"image":null') },
      { name: "token list logo", isDone: without(`/v1/${CHAIN}/tokenlist`) },
      { name: "token page", isDone: shows(PAGE(), "has removed the image") },
      { name: "details", isDone: shows(`/v1/${CHAIN}/tokens/${token}/details`, "picture_removed") },
      { name: "tokens by newest", isDone: without(`/v1/${CHAIN}/tokens?sort=newest`) },
      { name: "tokens/new", isDone: without(`/v1/${CHAIN}/tokens/new`) },
      { name: "search by name", isDone: without(`/v1/${CHAIN}/search?q=Soon`) },
      { name: "start page", isDone: without("/") },
      { name: "chain page", isDone: without(`/${CHAIN}`) },
      { name: "share image", isDone: await shareChanges() },
      { name: "embedded card", isDone: without(embed()) },
      { name: "launches of an address", isDone: without(launches) },
      { name: "tokens of an address", isDone: without(account) },
      { name: "dexscreener asset", isDone: without(asset("dexscreener")) },
      { name: "geckoterminal asset", isDone: without(asset("geckoterminal")) },
      {
        name: "mcp token",
        isDone: not(tool("get_token", { chain: CHAIN, tokenAddress: token }, () => image)),
      },
      { name: "stream", isDone: async () => seen.some(({ state }) => state === "picture_removed") },
      { name: "webhook stored", isDone: isQueued("picture_removed") },
    ];
    // These show the token itself as before.
    for (const path of [`/v1/${CHAIN}/tokens?sort=newest`, `/v1/${CHAIN}/search?q=Soon`]) {
      expect(await shows(path, token)(nodes[1].url), path).toBe(true);
      expect(await shows(path, image)(nodes[1].url), path).toBe(true);
    }
    const measured = await measure("picture.remove", surfaces, () =>
      act("picture.remove", { cid: image, publicReason: "copyright" }),
    );
    expect(measured).toHaveLength(surfaces.length);

    const original = await draw(320, 200).png().toBuffer();
    const copies = [
      original,
      await sharp(original).jpeg({ quality: 60 }).toBuffer(),
      await sharp(original).resize(200).webp().toBuffer(),
    ];
    const [{ url: baseUrl }] = nodes;
    for (const copy of copies) {
      const body = { base64Image: dataUri(copy) };
      const answer = await request("/api/v1/upload-image", { body, baseUrl });
      expect(answer).toMatchObject({ status: 451, body: { code: "content_removed" } });
    }
    const different = await sharp(original).rotate(90).png().toBuffer();
    const body = { base64Image: dataUri(different) };
    const answer = await request("/api/v1/upload-image", { body, baseUrl });
    expect(answer.status, answer.text).toBe(200);
  },
  LONG_MS,
);

it(
  "serves a removed video and its thumbnail nowhere, and refuses it and an encoding of it at an upload",
  async () => {
    const [{ url: baseUrl }, { url: otherUrl }] = nodes;
    const bytes = await clips.bytes("plain.mp4");
    const video = await upload(bytes, baseUrl);
    expect(video.state).toBe("nsfw_approved");
    const { uid, thumbnailIpfsHash: thumbnail } = video;
    const address = await launch("With a video", undefined, { videoUID: uid });
    const files = ["stream.m3u8", "init.mp4", "segment-0000.m4s", "thumbnail.jpg"];
    const isRefused = (path: string) => async (from: string) =>
      (await request(path, { baseUrl: from })).status === 451;
    const data = `/v1/${CHAIN}/tokens/${address}`;
    const surfaces: Surface[] = [
      ...files.map((name) => ({ name, isDone: isRefused(`/videos/${uid}/${name}`) })),
      { name: "thumbnail at /ipfs", isDone: isRefused(`/ipfs/${thumbnail}`) },
      { name: "video of the token", isDone: shows(`${data}/video`, '"state":"video_removed"') },
      { name: "video status", isDone: shows(`/api/v1/video-status?uid=${uid}`, "has removed") },
      { name: "token image", isDone: shows(data, '"image":null') },
    ];
    for (const { name, isDone } of surfaces) expect(await isDone(otherUrl), name).toBe(false);
    const input = { uid, publicReason: "copyright" };
    await measure("video.remove", surfaces, () => act("video.remove", input));

    const etag = `"${uid}-stream.m3u8"`;
    const path = `/videos/${uid}/stream.m3u8`;
    const known = await request(path, { baseUrl: otherUrl, headers: { "if-none-match": etag } });
    expect(known.status).toBe(451);
    const body = launchBody({ imageIpfs: undefined, videoUID: uid });
    const again = await request(`/api/v1/${CHAIN}/launch-memecoin`, { body, baseUrl });
    expect(again).toMatchObject({ status: 451, body: { code: "content_removed" } });

    const ticket = await askForUpload({}, otherUrl);
    const same = await send(ticket.path, formOf(bytes), otherUrl);
    expect(same).toMatchObject({ status: 451, body: { code: "content_removed" } });
    expect(await statusOf(ticket.uid, baseUrl)).toMatchObject({ state: "uploading" });
    // Other bytes of the same frames.
    const encoded = await upload(await clips.bytes("first.mp4"), otherUrl);
    expect(encoded).toMatchObject({ state: "nsfw_rejected" });
    const other = await upload(await clips.bytes("clip.webm"), otherUrl);
    expect(other).toMatchObject({ state: "nsfw_approved" });

    await act("video.restore", { uid });
    const isBack = async () => (await request(path, { baseUrl: otherUrl })).status === 200;
    expect(await waitUntil(isBack, { timeoutMs: EFFECT_MS_MAX, everyMs: 50 })).toBe(true);
  },
  2 * LONG_MS,
);
