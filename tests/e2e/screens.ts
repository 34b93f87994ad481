import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { call } from "@slipway-launchpad/client";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { z } from "zod";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import { getTokenSafety } from "@/lib/features/market/operations/positions";
import { listTokens } from "@/lib/features/market/operations/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { CHROMIUM_FLAGS, findChromium } from "../setup/find-chromium";
import { finishAnimations } from "./support/finish-animations";

/**
 * Screenshots of every page, for the README and for review: `npm run screens --
 * http://localhost:3000` while `npm run demo` runs there. Removes screenshots of pages that no
 * longer exist. Names after the address select pages: `… start token`.
 */
const FOLDER = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const CHAIN: ChainSlug = "base-sepolia";
const SIZES = {
  desktop: { width: 1280, height: 900, scale: 1 },
  phone: { width: 390, height: 844, scale: 2 },
} as const;
const THEMES = ["dark", "light"] as const;
const WEBP_QUALITY = 82;

type Shot = { name: string; path: string; ready: (page: Page) => Promise<unknown> };

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole("heading", { name }).first().waitFor();
const listIsThere = async (page: Page) => {
  await page.getByText("live").first().waitFor();
  await page.locator("[data-slot=explorer-row]").first().waitFor();
};

const [base = "http://localhost:3000", ...wanted] = process.argv.slice(2);
const baseUrl = base.replace(/\/+$/, "");

/** The token that is traded most: its page has the most to show. */
async function busiestToken() {
  const query = { sort: "volume24h", limit: "1" } as const;
  const { data } = await call(listTokens, { params: { chain: CHAIN }, query }, { baseUrl });
  if (data[0] === undefined) throw new Error("There is nothing to see: is the demo running?");
  return data[0];
}

async function creatorOf(tokenAddress: string): Promise<string> {
  const params = { chain: CHAIN, tokenAddress };
  const { creator } = await call(getTokenSafety, { params }, { baseUrl });
  return creator.address;
}

/** A launch that is ready to be sent, with an existing picture. */
function draftWith(image: string | null): LaunchDraft {
  const cid = /\/ipfs\/([^/?]+)/.exec(image ?? "")?.[1] ?? "";
  return {
    ...EMPTY_DRAFT,
    chain: CHAIN,
    name: "First Light",
    symbol: "LIGHT",
    description: "A lighthouse for small boats. Half of what it earns keeps the lamp burning.",
    websiteUrl: "https://example.com",
    media: { kind: "image", cid, name: "first-light.png" },
    creator: { type: "email", id: "ada@example.com" },
    treasury: "fee_split",
    splitMode: "custom",
    recipients: [
      { type: "email", id: "ada@example.com", share: "50" },
      { type: "twitter", id: "grace", share: "30" },
      { type: "farcaster", id: "linus", share: "20" },
    ],
  };
}

function shotsOf(token: string, creator: string): Shot[] {
  const shots: Shot[] = [
    { name: "start", path: "/", ready: listIsThere },
    { name: "about", path: "/about", ready: heading(/./) },
    { name: "explore", path: "/explore", ready: listIsThere },
    { name: "chain", path: `/${CHAIN}`, ready: listIsThere },
    {
      name: "cards",
      path: `/${CHAIN}?view=cards&tab=trending`,
      ready: (page) => page.locator("[data-slot=explorer-card]").first().waitFor(),
    },
    {
      name: "token",
      path: `/${CHAIN}/${token}`,
      ready: async (page) => {
        await page.getByText("Market cap").first().waitFor();
        await page.locator("canvas").first().waitFor();
      },
    },
    {
      name: "embed",
      path: `/${CHAIN}/${token}/embed`,
      ready: (page) => page.getByText("Market cap").first().waitFor(),
    },
    {
      name: "address",
      path: `/${CHAIN}/address/${creator}`,
      ready: (page) => page.getByText("Fees earned").waitFor(),
    },
    {
      name: "portfolio",
      path: "/portfolio",
      ready: (page) => page.getByText("Show closed positions").waitFor(),
    },
    { name: "launch-details", path: "/launch", ready: heading("Name your token") },
    { name: "launch-picture", path: "/launch?step=media", ready: heading("Add an image or video") },
    { name: "launch-earnings", path: "/launch?step=fees", ready: heading("Choose who earns fees") },
    { name: "launch-price", path: "/launch?step=price", ready: heading("Set the starting price") },
    {
      name: "launch-review",
      path: "/launch?step=review",
      ready: (page) => page.getByText(/^0x[0-9a-fA-F]{40}$/).waitFor(),
    },
    {
      name: "managers",
      path: "/managers",
      ready: (page) => page.getByRole("button", { name: "Create revenue manager" }).waitFor(),
    },
    {
      name: "account",
      path: "/account",
      ready: (page) => page.getByRole("button", { name: "Sign out", exact: true }).waitFor(),
    },
    { name: "docs", path: "/docs", ready: heading("Launch a token in three requests") },
    { name: "errors", path: "/docs/errors", ready: heading("Errors") },
    {
      name: "reference",
      path: "/docs/reference",
      ready: heading("Launch a token"),
    },
    {
      name: "status",
      path: "/status",
      ready: (page) => page.getByText("Up to date").first().waitFor(),
    },
    { name: "not-found", path: "/nothing-here", ready: async () => {} },
  ];
  return shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

async function take(page: Page, shot: Shot, file: string): Promise<void> {
  await page.goto(baseUrl + shot.path);
  await shot.ready(page);
  await page.waitForLoadState("load");
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Pictures out of view load late on purpose: waiting for them would never end.
    const images = [...document.images].filter((image) => {
      const { top, bottom, left } = image.getBoundingClientRect();
      return top < innerHeight && bottom > 0 && left < innerWidth;
    });
    await Promise.allSettled(images.map((image) => image.decode()));
  });
  await finishAnimations(page);
  const picture = await sharp(await page.screenshot())
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
  await writeFile(`${FOLDER}${file}`, picture);
  process.stdout.write(`${file} ${Math.round(picture.length / 1024)} kB\n`);
}

/** Signs in by email as one of the demo's creators. Returns the browser's storage. */
async function signIn(browser: Browser) {
  const page = await browser.newPage();
  const answer: unknown = await (await page.request.get(`${baseUrl}/api/auth/csrf`)).json();
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(answer);
  await page.request.post(`${baseUrl}/api/auth/signin/email`, {
    form: { email: "ada@example.com", csrfToken, json: "true" },
  });
  // This machine may open the outbox.
  await page.goto(`${baseUrl}/outbox`);
  const link = page.locator("a[href*='/account/confirm']").first();
  await link.waitFor();
  const { pathname, search } = new URL((await link.getAttribute("href")) ?? "", baseUrl);
  await page.goto(baseUrl + pathname + search);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${baseUrl}/account`);
  // The page stores the user in this browser.
  await page.getByText("Signed in as").waitFor();
  const state = await page.context().storageState();
  await page.close();
  return state;
}

await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_FLAGS,
});
try {
  const { tokenAddress, image } = await busiestToken();
  const shots = shotsOf(tokenAddress, await creatorOf(tokenAddress));
  const storageState = await signIn(browser);
  const made = new Set<string>();
  for (const colorScheme of THEMES) {
    for (const [sizeName, { width, height, scale }] of Object.entries(SIZES)) {
      const context = await browser.newContext({
        storageState,
        colorScheme,
        viewport: { width, height },
        deviceScaleFactor: scale,
      });
      await context.addInitScript(
        (draft) => localStorage.setItem("slipway.launch-draft", draft),
        JSON.stringify(draftWith(image)),
      );
      const page = await context.newPage();
      for (const shot of shots) {
        const file = `${shot.name}-${sizeName}-${colorScheme}.webp`;
        await take(page, shot, file);
        made.add(file);
      }
      await context.close();
    }
  }
  const old = (await readdir(FOLDER)).filter((file) => wanted.length === 0 && !made.has(file));
  for (const file of old) await rm(`${FOLDER}${file}`);
} finally {
  await browser.close();
}
