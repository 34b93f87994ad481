import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { drawSharePicture } from "@/lib/drivers/images/draw-share-picture";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { udfSearchResult } from "@/lib/features/udf/schema";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { UNISWAP_TOKEN_LIST } from "../../setup/api/market-sites";
import { fillRoute, pageRoutes } from "../../setup/api/page-routes";
import { askForLink } from "../../setup/api/sign-in";
import { createBrowser } from "../../setup/create-browser";
import { queryStack } from "../../setup/database/stack-database";
import { type Stack, startStack } from "../../setup/stack/start-stack";

/** A launchpad under another name: the default name appears nowhere. */

const WAIT_MS = 60_000;
const FOLDER = "tests/api/system/brand";
const OURS = /slipway/i;
/**
 * Names that are the same on every launchpad, because developers install or type them: the npm
 * package, its archive, its command, and the scheme of the MCP resources, which programs store.
 */
const INSTALLED = [
  "@slipway-launchpad/slipway",
  "npx --no -- slipway",
  "/slipway.tgz",
  "slipway://tokens/",
  "slipway://skill.md",
  "slipway://llms.txt",
];
const SELF_HOSTING = "/docs/self-hosting";
const MISSING = `0x${"2".repeat(40)}`;
const ADMIN = `0x${"a".repeat(40)}`;

let stack: Stack;
let token: string;
let jobId: string;
beforeAll(async () => {
  stack = await startStack({
    BRAND_FOLDER: FOLDER,
    LEGAL_FOLDER: "tests/e2e/support/legal",
    ADMIN_WALLETS: `${ADMIN}:operator`,
  });
  const body = launchBody({ creatorEmail: undefined });
  const answer = await send("/api/v1/base-sepolia/launch-memecoin", body);
  const accepted = launchAccepted.parse(answer.body);
  token = accepted.expectedAddress;
  jobId = accepted.jobId;
  const isListed = async () => (await send(`/v1/base-sepolia/tokens/${token}`)).status === 200;
  expect(await waitUntil(isListed, { timeoutMs: WAIT_MS, everyMs: 50 })).toBe(true);
});
afterAll(() => stack.stop());

const send = (path: string, body?: unknown) => request(path, { baseUrl: stack.baseUrl, body });

/**
 * A response with its headers, and the text around the default name in both; null if it is absent.
 */
async function read(path: string, init: RequestInit = {}) {
  const answer = await fetch(new URL(path, stack.baseUrl), init);
  const text = await answer.text();
  // Names of cookies are not displayed, and must survive a change of the brand.
  const headers = [...answer.headers].filter(([name]) => name !== "set-cookie");
  return { status: answer.status, text, ours: around(text) ?? around(JSON.stringify(headers)) };
}

function around(text: string): string | null {
  const rest = INSTALLED.reduce((left, name) => left.replaceAll(name, ""), text);
  const at = rest.search(OURS);
  return at === -1 ? null : rest.slice(Math.max(0, at - 80), at + 80);
}

describe("a second brand", () => {
  it("names itself on every page, and never us", async () => {
    const values = {
      chain: "base-sepolia",
      tokenAddress: token,
      address: ADMIN,
      jobId,
      name: "terms",
    };
    const paths = pageRoutes().map((route) => fillRoute(route, values));
    expect(paths.length).toBeGreaterThan(35);
    const errors = [
      ...["/nowhere", "/docs/nowhere", "/base-sepolia/nowhere", "/legal/nowhere"],
      ...[`/base-sepolia/${MISSING}`, "/launch/base-sepolia/unknown-job"],
    ];
    for (const path of [...paths, ...errors]) {
      const { text, ours } = await read(path, { redirect: "manual" });
      expect(ours, path).toBeNull();
      expect(text, path).toContain("Acme Launch");
    }
  });

  it("is not named after us in what scripts show", async () => {
    const folder = ".next/static/chunks";
    const scripts = (await readdir(folder)).filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(20);
    for (const file of scripts) {
      const text = await readFile(join(folder, file), "utf8");
      const at = text.search(/\bSlipway\b/);
      expect(at === -1 ? null : text.slice(Math.max(0, at - 80), at + 80), file).toBeNull();
    }
  });

  it.each([
    "/manifest.webmanifest",
    "/openapi/data.json",
    "/openapi/launch.json",
    "/openapi/postman.json",
    "/llms.txt",
    "/skill.md",
    "/robots.txt",
    "/sitemap.xml",
    "/.well-known/uniswap-hooks.json",
    "/livez",
    "/readyz",
    "/healthz",
    "/icon.svg",
    "/api/v1/config",
    "/v1/base-sepolia/tokens",
    "/v1/base-sepolia/tokenlist",
    "/udf/base-sepolia/config",
    "/udf/base-sepolia/search?query=a&type=&exchange=&limit=5",
  ])("is not ours in %s", async (path) => {
    const { status, ours } = await read(path);
    expect(status).toBe(200);
    expect(ours).toBeNull();
  });

  it("is not ours in errors", async () => {
    for (const path of [
      "/v1/base-sepolia/nowhere",
      "/v1/nowhere/tokens",
      "/api/v1/nowhere",
      "/api/v1/launch-status/unknown",
      "/api/admin/overview",
      "/metrics",
      "/share/base-sepolia/nowhere",
      "/oembed?url=https://elsewhere.example",
    ]) {
      const { status, ours } = await read(path, { headers: { "x-forwarded-for": "192.0.2.7" } });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(ours, path).toBeNull();
    }
  });

  it("is not ours for programs", async () => {
    const post = (path: string, body: object, headers = {}) =>
      read(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      });
    const call = { jsonrpc: "2.0", id: 1 };
    const node = await post("/rpc/base-sepolia", {
      ...call,
      method: "web3_clientVersion",
      params: [],
    });
    expect(node).toMatchObject({ status: 200, ours: null });
    const accept = { accept: "application/json, text/event-stream" };
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const hello = await post("/mcp", { ...call, method: "initialize", params }, accept);
    expect(hello).toMatchObject({ status: 200, ours: null });
    expect(hello.text).toContain('"name":"acme-launch"');
    const tools = await post("/mcp", { ...call, method: "tools/list", params: {} }, accept);
    expect(tools).toMatchObject({ status: 200, ours: null });
    expect((await read("/skill.md")).text).toContain("\nname: acme-launch\n");
    const { body } = await send("/v1/base-sepolia/tokenlist");
    expect(UNISWAP_TOKEN_LIST.parse(body)).toMatchObject({
      name: "Acme Launch Base Sepolia",
      keywords: ["acme launch"],
    });
  });

  it("is the exchange of charts, and resolves the names that it gives", async () => {
    const feed = "/udf/base-sepolia";
    const found = udfSearchResult.parse((await send(`${feed}/search?query=&limit=1`)).body);
    const name = found[0]?.full_name ?? "";
    expect(name).toMatch(/^Acme Launch:0x/);
    const symbol = `symbol=${encodeURIComponent(name)}`;
    expect((await send(`${feed}/symbols?${symbol}`)).body).toMatchObject({ ticker: token });
    const quotes = await send(`${feed}/quotes?symbols=${encodeURIComponent(name)}`);
    expect(quotes.body).toMatchObject({ d: [{ s: "ok", n: name }] });
  });

  it("names its hooks on Uniswap's list", async () => {
    const { text } = await read("/.well-known/uniswap-hooks.json");
    expect(text).toContain('"name":"Acme Launch LaunchHook"');
  });

  it("has its own title, colors, logo, icon and links", async () => {
    const { text } = await read("/");
    expect(text).toContain("<title>Acme Launch: tokens for everyone</title>");
    expect(text).toContain("--accent:#2563eb");
    expect(text).toContain('src="/brand/logo.svg"');
    expect(text).toContain('href="https://discord.example/acme"');
    const logo = await readFile(join(FOLDER, "logo.svg"), "utf8");
    expect((await read("/brand/logo.svg")).text).toBe(logo);
    expect((await read("/icon.svg")).text).toBe(logo);
  });

  it("has its own share image", async () => {
    const answer = await fetch(new URL("/share", stack.baseUrl));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const logo = await readFile(join(FOLDER, "logo.svg"), "base64");
    const draw = (name: string) =>
      drawSharePicture(
        {
          title: "Tokens for everyone",
          symbol: null,
          line: "No wallet, no gas. It trades at once in its own Uniswap v4 pool.",
          figures: [],
          line24h: [],
          picture: null,
        },
        { name, logo: `data:image/svg+xml;base64,${logo}`, accent: "#60a5fa" },
      );
    expect(bytes.equals(await draw("Acme Launch"))).toBe(true);
    expect(bytes.equals(await draw("Slipway"))).toBe(false);
  });

  it("names itself in cards on other sites, in its colors", async () => {
    const path = `/base-sepolia/${token}`;
    const card = await read(`${path}/embed`);
    expect(card).toMatchObject({ status: 200, ours: null });
    expect(card.text).toContain("<b>Acme Launch</b>");
    expect(card.text).toContain('src="/brand/logo.svg"');
    expect(card.text).toContain("--accent:#");
    const url = encodeURIComponent(stack.baseUrl + path);
    const { body } = await send(`/oembed?url=${url}`);
    expect(body).toMatchObject({ provider_name: "Acme Launch", type: "rich" });
    expect((await read(`/oembed?url=${url}`)).ours).toBeNull();
  });

  it("leaves out what it hides, and how to host the software", async () => {
    expect((await read("/managers")).status).toBe(404);
    expect((await read(SELF_HOSTING)).status).toBe(404);
    const { text } = await read("/docs");
    expect(text).not.toContain(SELF_HOSTING);
    expect(text).not.toContain('href="/managers"');
    expect((await read("/sitemap.xml")).text).not.toContain("/managers");
  });

  it("does not name us in emails, nor where the sandbox shows them", async () => {
    const browser = createBrowser(stack.baseUrl, (request) => fetch(request));
    await askForLink(browser, "somebody@example.com");
    const mails = () =>
      queryStack(stack.dataDir, "select subject, text from account.mails where recipient = $1", [
        "somebody@example.com",
      ]);
    await expect.poll(mails, { timeout: WAIT_MS }).toHaveLength(1);
    expect(around(JSON.stringify(await mails()))).toBeNull();
    const secrets: unknown = JSON.parse(
      await readFile(join(stack.dataDir, "secrets.json"), "utf8"),
    );
    const { outboxKey } = z.object({ outboxKey: z.string() }).parse(secrets);
    const opened = await fetch(`${stack.baseUrl}/outbox/open?key=${outboxKey}`, {
      redirect: "manual",
    });
    const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";");
    const outbox = await read("/outbox", { headers: { cookie } });
    expect(outbox.text).toContain("somebody@example.com");
    expect(outbox.ours).toBeNull();
  });
});
