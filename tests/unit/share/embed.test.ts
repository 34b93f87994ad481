import { describe, expect, it } from "vitest";
import { shareLinks } from "@/components/token/share/share-links";
import { EMBED_SIZE, embedCode, embedSize } from "@/lib/features/share/rules/embed-code";
import { embedStyle } from "@/lib/features/share/rules/embed-style";
import { findTokenOfUrl } from "@/lib/features/share/rules/own-token-url";
import { type CardFacts, renderCard, renderNotice } from "@/lib/features/share/rules/render-embed";
import { compact, compactMoney, signedPercent } from "@/lib/features/share/rules/shared-figures";
import { DEFAULT_BRAND } from "@/lib/shared/brand";
import { brandColors, contrast } from "@/lib/shared/brand-colors";
import { escapeHtml, html } from "@/lib/shared/text/html";

const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const SITE = "https://launch.example";
const HOSTILE = `</style><script>alert("1")</script>'&`;
const ESCAPED = "&#60;/style&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;";

describe("markup", () => {
  it("has every inserted text escaped, and parts inserted as they are", () => {
    expect(escapeHtml(HOSTILE)).toBe(ESCAPED);
    const part = html`<b title="${HOSTILE}">${HOSTILE}</b>`;
    expect(part.markup).toBe(`<b title="${ESCAPED}">${ESCAPED}</b>`);
    expect(html`<p>${part}${null}${[part, part]}${7}</p>`.markup).toBe(
      `<p>${part.markup}${part.markup}${part.markup}7</p>`,
    );
  });
});

describe("the HTML of a card", () => {
  it("is one frame, whatever the token is called", () => {
    const url = `${SITE}/base/${TOKEN}`;
    const code = embedCode({ url, title: HOSTILE, theme: "dark", ...EMBED_SIZE });
    expect(code).toContain(`src="${url}/embed?theme=dark" title="${ESCAPED}"`);
    expect(code.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
  });

  it("fits the limits of a page", () => {
    expect(embedSize({})).toEqual(EMBED_SIZE);
    expect(embedSize({ maxwidth: 300 })).toEqual({ width: 300, height: 220 });
    expect(embedSize({ maxwidth: 5_000, maxheight: 1 })).toEqual({ width: 480, height: 1 });
  });
});

describe("the token of a URL", () => {
  it.each([
    [`${SITE}/base/${TOKEN}`, true],
    [`${SITE}:443/base/${TOKEN}/?ref=1#x`, true],
    [`HTTPS://LAUNCH.EXAMPLE/base/${TOKEN}/embed`, true],
    [`${SITE}/x/../base/${TOKEN}`, true],
    [`${SITE}//base/${TOKEN}`, false],
    [`${SITE}/base/${TOKEN}/holders`, false],
    [`${SITE}.evil.example/base/${TOKEN}`, false],
    [`https://evil.example/${SITE}/base/${TOKEN}`, false],
    [`https://user@launch.example/base/${TOKEN}`, false],
    [`http://launch.example/base/${TOKEN}`, false],
    [`http://127.0.0.1/base/${TOKEN}`, false],
    ["", false],
  ])("%s: %s", (url, isOwn) => {
    const found = isOwn ? { chain: "base", tokenAddress: TOKEN } : null;
    expect(findTokenOfUrl(url, SITE)).toEqual(found);
  });

  it("is the same under every name of this machine, on the same port", () => {
    const urls = ["http://127.0.0.1:3000", "http://[::1]:3000", "http://localhost:3000"];
    for (const url of urls) {
      expect(findTokenOfUrl(`${url}/base/${TOKEN}`, "http://localhost:3000")).not.toBeNull();
      expect(findTokenOfUrl(`${url}/base/${TOKEN}`, "http://localhost:3001")).toBeNull();
    }
  });
});

describe("figures", () => {
  it("are compact, in dollars where they are known", () => {
    expect(compact("12345.678")).toBe("12.34K");
    expect(compact("999950")).toBe("999.9K");
    expect(compact("0.000001234")).toBe("0.000001234");
    expect(compactMoney({ eth: "5.4321", usd: null })).toBe("5.432 ETH");
    expect(compactMoney({ eth: "5.4321", usd: "1234567" })).toBe("$1.234M");
  });

  it.each([
    ["5.956", "+5.95%", "up"],
    ["-3", "−3.00%", "down"],
    ["-12345.6", "−12,345%", "down"],
    ["0.009", "0%", "flat"],
    ["0", "0%", "flat"],
  ])("change by %s", (percent, text, tone) => {
    expect(signedPercent(percent)).toEqual({ text, tone });
  });
});

describe("the card", () => {
  const frame = { brand: DEFAULT_BRAND, theme: null };
  const facts: CardFacts = {
    path: `/base/${TOKEN}`,
    name: HOSTILE,
    symbol: HOSTILE,
    place: "Base",
    picture: null,
    isBlurred: false,
    price: { eth: "0.000001", usd: "0.0035" },
    marketCap: { eth: "5", usd: "17500" },
    change24h: "-3",
    line: ["1", "2", "1.5"],
    time: 1_768_478_400,
  };

  it("has nothing of a token's name but text", () => {
    const { body } = renderCard(frame, facts);
    expect(body).not.toContain("<script");
    expect(body.match(/<\/style>/g)).toHaveLength(1);
    expect(body).toContain(`<bdi>${ESCAPED}</bdi>`);
    expect(body).toContain('<dd class="down">−3.00%</dd>');
    expect(body).toContain('<time datetime="2026-01-15T12:00:00.000Z">12:00 UTC</time>');
  });

  it("has no line without candles, and the image as it may be shown", () => {
    const picture = "/ipfs/Qm?w=128";
    expect(renderCard(frame, { ...facts, line: [] }).body).not.toContain("<svg");
    expect(renderCard(frame, facts).body).toContain("<bdi>&#60;</bdi></span>");
    expect(renderCard(frame, { ...facts, picture }).body).toContain('<img class="clear"');
    const blurred = renderCard(frame, { ...facts, picture, isBlurred: true });
    expect(blurred.body).toContain('<img class="blurred"');
  });

  it("links a notice to the token's page, or to the start page", () => {
    const text = HOSTILE;
    expect(renderNotice(frame, { text, path: facts.path }).body).toContain(`href="/base/${TOKEN}"`);
    expect(renderNotice(frame, { text, path: null }).body).toContain('href="/" target="_blank"');
    expect(renderNotice(frame, { text, path: null }).body).toContain(`<h1>${ESCAPED}</h1>`);
  });

  it("has readable text in both themes, for any brand", () => {
    const brand = brandColors({ light: "#ffff00", dark: "#000080" });
    for (const colors of [null, brand]) {
      const [light = "", dark = ""] = embedStyle(colors).split("\n");
      for (const line of [light, dark]) {
        const color = (name: string) => new RegExp(`--${name}:(#\\w{6})`).exec(line)?.[1] ?? "";
        for (const name of ["ink", "faint", "accent", "up", "down"]) {
          const ratio = contrast(color(name), color("surface"));
          expect(ratio, `${name} in ${line}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

describe("links to other services", () => {
  it("have text and URL encoded", () => {
    const url = `${SITE}/base/${TOKEN}`;
    const links = shareLinks({ url, text: `A&B #1 ${HOSTILE}` });
    expect(links.map(({ title }) => title)).toEqual(["X", "Farcaster", "Telegram"]);
    for (const { href } of links) {
      const { protocol, searchParams } = new URL(href);
      expect(protocol).toBe("https:");
      expect(searchParams.get("text")).toBe(`A&B #1 ${HOSTILE}`);
      expect(searchParams.get("url") ?? searchParams.get("embeds[]")).toBe(url);
    }
  });
});
