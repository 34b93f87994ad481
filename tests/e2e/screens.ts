import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright";
import { call } from "@/lib/client/call";
import type { ChainSlug } from "@/lib/domain/chains";
import { listTokens } from "@/lib/operations/data";
import { CHROMIUM_FLAGS, findChromium } from "../setup/find-chromium";

/**
 * Pictures of every page, for the README and for the eye: `npm run screens -- http://localhost:3000`
 * while `npm run demo` runs there.
 */
const FOLDER = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const CHAIN: ChainSlug = "base-sepolia";
const SIZES = {
  desktop: { width: 1280, height: 900, scale: 1 },
  phone: { width: 390, height: 844, scale: 2 },
} as const;
const THEMES = ["dark", "light"] as const;

type Shot = { name: string; path: string; ready: (page: Page) => Promise<unknown> };

const listIsLive = (page: Page) => page.getByText("live").nth(1).waitFor();

async function shotsOf(baseUrl: string): Promise<Shot[]> {
  const { data } = await call(
    listTokens,
    { params: { chain: CHAIN }, query: { limit: "1" } },
    { baseUrl },
  );
  const [top] = data;
  const token: Shot[] =
    top === undefined
      ? []
      : [
          {
            name: "token",
            path: `/${CHAIN}/${top.tokenAddress}`,
            ready: (page) => page.getByText("Market cap").waitFor(),
          },
        ];
  return [
    { name: "start", path: "/", ready: listIsLive },
    { name: "chain", path: `/${CHAIN}`, ready: listIsLive },
    ...token,
    {
      name: "docs",
      path: "/docs",
      ready: (page) => page.getByRole("heading", { name: "Launch a token" }).waitFor(),
    },
    { name: "errors", path: "/docs/errors", ready: async () => {} },
    { name: "not-found", path: "/nothing-here", ready: async () => {} },
  ];
}

async function take(page: Page, baseUrl: string, shot: Shot, file: string): Promise<void> {
  await page.goto(baseUrl + shot.path);
  await shot.ready(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Pictures out of view load late on purpose: waiting for them would never end.
    const inView = [...document.images].filter((image) => {
      const { top, left } = image.getBoundingClientRect();
      return top < innerHeight && left < innerWidth;
    });
    await Promise.allSettled(inView.map((image) => image.decode()));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished),
    );
  });
  await page.screenshot({ path: `${FOLDER}${file}` });
  process.stdout.write(`${file}\n`);
}

const baseUrl = (process.argv[2] ?? "http://localhost:3000").replace(/\/+$/, "");
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_FLAGS,
});
try {
  const shots = await shotsOf(baseUrl);
  for (const colorScheme of THEMES) {
    for (const [sizeName, { width, height, scale }] of Object.entries(SIZES)) {
      const page = await browser.newPage({
        colorScheme,
        viewport: { width, height },
        deviceScaleFactor: scale,
      });
      for (const shot of shots) {
        await take(page, baseUrl, shot, `${shot.name}-${sizeName}-${colorScheme}.png`);
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
}
