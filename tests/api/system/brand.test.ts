import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawSharePicture } from "@/lib/drivers/images/draw-share-picture";
import { launchAccepted } from "@/lib/features/launch/schema";
import { DOC_PAGES } from "@/lib/shared/pages";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "../../setup/api";
import { createBrowser } from "../../setup/create-browser";
import { launchBody } from "../../setup/launch-body";
import { askForLink } from "../../setup/sign-in";
import { queryStack } from "../../setup/stack-database";
import { type Stack, startStack } from "../../setup/start-stack";

/** A launchpad under another name: ours is nowhere to be seen. */

const WAIT_MS = 60_000;
const FOLDER = "tests/api/system/brand";
const OURS = /\bSlipway\b/;
const SELF_HOSTING = "/docs/self-hosting";

let stack: Stack;
let token: string;
beforeAll(async () => {
  stack = await startStack({ BRAND_FOLDER: FOLDER });
  const body = launchBody({ creatorEmail: undefined });
  const answer = await send("/api/v1/base-sepolia/launch-memecoin", body);
  token = launchAccepted.parse(answer.body).expectedAddress;
  const isListed = async () => (await send(`/v1/base-sepolia/tokens/${token}`)).status === 200;
  expect(await waitUntil(isListed, { timeoutMs: WAIT_MS, everyMs: 50 })).toBe(true);
});
afterAll(() => stack.stop());

const send = (path: string, body?: unknown) => request(path, { baseUrl: stack.baseUrl, body });
const textOf = async (path: string) => {
  const answer = await fetch(new URL(path, stack.baseUrl));
  return { status: answer.status, text: await answer.text() };
};

/** The text around our name; null where it is not. */
function around(text: string): string | null {
  const at = text.search(OURS);
  return at === -1 ? null : text.slice(Math.max(0, at - 80), at + 80);
}

describe("a second brand", () => {
  it("names itself on every page, and never us", async () => {
    const pages = [
      ...["/", "/launch", "/status", "/account", "/base-sepolia", "/nowhere"],
      ...[`/base-sepolia/${token}`, "/launch/base-sepolia/unknown-job"],
      ...DOC_PAGES.map(({ href }) => href),
    ];
    for (const path of pages) {
      const { text } = await textOf(path);
      expect(around(text), path).toBeNull();
      expect(text, path).toContain("Acme Launch");
    }
  });

  it.each([
    "/manifest.webmanifest",
    "/openapi/data.json",
    "/openapi/launch.json",
    "/openapi/postman.json",
    "/llms.txt",
    "/skill.md",
    "/v1/base-sepolia/tokenlist",
    "/udf/base-sepolia/config",
  ])("is not ours in %s", async (path) => {
    const { status, text } = await textOf(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(OURS);
  });

  it("has its own title, colors, logo, icon and links", async () => {
    const { text } = await textOf("/");
    expect(text).toContain("<title>Acme Launch: tokens for everyone</title>");
    expect(text).toContain("--accent:#2563eb");
    expect(text).toContain('src="/brand/logo.svg"');
    expect(text).toContain('href="https://discord.example/acme"');
    const logo = await readFile(join(FOLDER, "logo.svg"), "utf8");
    expect((await textOf("/brand/logo.svg")).text).toBe(logo);
    expect((await textOf("/icon.svg")).text).toBe(logo);
  });

  it("has its own share picture", async () => {
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
    const card = await textOf(`${path}/embed`);
    expect(card.status).toBe(200);
    expect(around(card.text)).toBeNull();
    expect(card.text).toContain("<b>Acme Launch</b>");
    expect(card.text).toContain('src="/brand/logo.svg"');
    expect(card.text).toContain("--accent:#");
    const url = encodeURIComponent(stack.baseUrl + path);
    const { body } = await send(`/oembed?url=${url}`);
    expect(body).toMatchObject({ provider_name: "Acme Launch", type: "rich" });
  });

  it("leaves out what it hides, and how to host the software", async () => {
    expect((await textOf("/managers")).status).toBe(404);
    expect((await textOf(SELF_HOSTING)).status).toBe(404);
    const { text } = await textOf("/docs");
    expect(text).not.toContain(SELF_HOSTING);
    expect(text).not.toContain('href="/managers"');
    expect((await textOf("/sitemap.xml")).text).not.toContain("/managers");
  });

  it("does not name us in emails", async () => {
    const browser = createBrowser(stack.baseUrl, (request) => fetch(request));
    await askForLink(browser, "somebody@example.com");
    const mails = () => queryStack(stack.dataDir, "select subject, text from account.mails", []);
    await expect.poll(mails, { timeout: WAIT_MS }).toHaveLength(1);
    expect(around(JSON.stringify(await mails()))).toBeNull();
  });
});
