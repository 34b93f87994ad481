import { beforeAll, describe, expect, it } from "vitest";
import { oEmbed } from "@/lib/features/share/schema";
import { request } from "../../setup/api/api";
import { askOEmbed, launchPage } from "./fixture";

const HOSTILE = `"><script>alert(1)</script>'&`;

describe("GET /oembed of a token's page", () => {
  let url: string;
  let address: string;
  beforeAll(async () => {
    ({ url, address } = await launchPage(HOSTILE));
  });

  it("returns 200 with a frame of the card, for every origin", async () => {
    const { status, headers, body } = await askOEmbed({ url, format: "json" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toContain("s-maxage=30");
    const found = oEmbed.parse(body);
    expect(found).toMatchObject({
      title: `${HOSTILE} (OEMB) on Base Sepolia`,
      provider_name: "Slipway",
      width: 480,
      height: 220,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    });
    expect(found.html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
    expect(found.html).toContain(`/base-sepolia/${address}/embed"`);
    expect(found.thumbnail_url).toMatch(new RegExp(`/share/base-sepolia/${address}$`));
  });

  it.each([
    [
      "in any letter case",
      (at: string) => at.replace(/0x.*$/, (text) => `0x${text.slice(2).toUpperCase()}`),
    ],
    ["with a query and an anchor", (at: string) => `${at}?ref=0x1#chart`],
    ["with a slash at its end", (at: string) => `${at}/`],
    ["of the card", (at: string) => `${at}/embed`],
    ["by another name of this machine", (at: string) => at.replace("127.0.0.1", "localhost")],
  ])("accepts the URL %s", async (_, change) => {
    const { status, body } = await askOEmbed({ url: change(url) });
    expect(status).toBe(200);
    expect(oEmbed.parse(body).html).toContain(address);
  });

  it("fits maxwidth and maxheight, and omits an image that does not", async () => {
    const small = oEmbed.parse((await askOEmbed({ url, maxwidth: "300", maxheight: "150" })).body);
    expect(small).toMatchObject({ width: 300, height: 150 });
    expect(small.html).toContain('width="300" height="150"');
    expect(small.thumbnail_url).toBeUndefined();
    const large = oEmbed.parse((await askOEmbed({ url, maxwidth: "9999" })).body);
    expect(large).toMatchObject({ width: 480, height: 220, thumbnail_width: 1200 });
  });

  it("is named in the head of the page", async () => {
    const { text } = await request(new URL(url).pathname);
    const link =
      /<link rel="alternate" type="application\/json\+oembed"[^>]*>/.exec(text)?.[0] ?? "";
    const href = (/href="([^"]*)"/.exec(link)?.[1] ?? "").replaceAll("&amp;", "&");
    const { pathname, search } = new URL(href);
    const { status, body } = await request(pathname + search);
    expect(status).toBe(200);
    expect(oEmbed.parse(body).html).toContain(address);
    expect(link).not.toContain("<script");
  });

  it("returns 304 to a caller that has it", async () => {
    const query = `/oembed?${new URLSearchParams({ url })}`;
    const etag = (await request(query)).headers.get("etag") ?? "";
    const again = await request(query, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });
});
