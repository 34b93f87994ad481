import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { variables } from "@/lib/schemas/environment/environment";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "../../setup/api/api";
import { launchToken } from "../../setup/chain/launch-token";

const manifest = z.object({
  name: z.literal("Slipway"),
  start_url: z.literal("/"),
  display: z.literal("standalone"),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })).min(3),
});

describe("machine-readable files", () => {
  it("the sitemap lists pages and launched tokens", async () => {
    const address = await launchToken({ name: "Mapped" });
    const listed = await waitUntil(
      async () => {
        const { status, text } = await request("/sitemap.xml");
        expect(status).toBe(200);
        return text.includes(`/base-sepolia/${address}<`) ? text : null;
      },
      { timeoutMs: 20_000, everyMs: 50 },
    );
    expect(listed).toMatch(/^<\?xml /);
    expect(listed).toContain(`<loc>${inject("baseUrl").replace("127.0.0.1", "localhost")}/docs<`);
  });

  it("robots.txt names the sitemap and disallows expensive paths", async () => {
    const { status, text } = await request("/robots.txt");
    expect(status).toBe(200);
    expect(text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
    expect(text).toContain("Disallow: /api/");
  });

  it("llms.txt is served", async () => {
    const { status, text, headers } = await request("/llms.txt");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toMatch(/^# Slipway\n/);
  });

  it("the manifest, its icons and the page icons are served", async () => {
    const { body } = await request("/manifest.webmanifest");
    const { icons } = manifest.parse(body);
    const { text } = await request("/");
    const linked = [...text.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"/g)];
    const paths = [...icons.map(({ src }) => src), ...linked.map(([, href = ""]) => href)];
    expect(paths.length).toBeGreaterThanOrEqual(6);
    for (const path of paths) {
      const { status, headers } = await request(path.replaceAll("&amp;", "&"));
      expect(status, path).toBe(200);
      expect(headers.get("content-type"), path).toMatch(/^image\//);
    }
    const themes = [...text.matchAll(/<meta name="theme-color"[^>]*media="([^"]+)"/g)];
    expect(themes.map(([, media]) => media)).toEqual([
      "(prefers-color-scheme: light)",
      "(prefers-color-scheme: dark)",
    ]);
  });
});

describe("the browser's bundle", () => {
  const CHUNKS = resolve(".next/static/chunks");
  /** Vendors of the service; wallets that a user chooses are excluded. */
  const VENDORS = /privy|pinata|inngest|upstash|drizzle|kubo|postgres/i;
  /** The first is shown by a page on purpose; the second is the framework's. */
  const SHOWN = ["DATA_CHAINS", "NODE_ENV"];

  it("contains no vendor name and no environment variable", async () => {
    const names = Object.keys(variables.shape).filter(
      (name) => name.includes("_") && !SHOWN.includes(name),
    );
    const unwanted = new RegExp(`\\b(${names.join("|")})\\b|${VENDORS.source}`, "i");
    const files = (await readdir(CHUNKS, { recursive: true })).filter((name) =>
      name.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const code = await readFile(resolve(CHUNKS, file), "utf8");
      expect(code.match(unwanted)?.[0], file).toBeUndefined();
    }
  });
});
