import {
  SPARKLINE_HEIGHT,
  SPARKLINE_WIDTH,
  sparklinePath,
} from "@/lib/features/market/rules/sparkline-path";
import type { Brand } from "@/lib/shared/brand";
import { type Html, html } from "@/lib/shared/text/html";
import type { EmbedTheme } from "./embed-code";
import { embedStyle } from "./embed-style";
import { compactMoney, signedPercent } from "./shared-figures";

/** A page without scripts, and its style sheet, which its policy allows by hash. */
export type EmbedPage = { body: string; style: string };
type Frame = { brand: Pick<Brand, "name" | "logo" | "colors">; theme: EmbedTheme | null };
type Money = { eth: string; usd: string | null };
export type CardFacts = {
  /** Of the token's page on this server. */
  path: string;
  name: string;
  symbol: string;
  /** Name of the chain. */
  place: string;
  /** On this server; null without one. */
  picture: string | null;
  isBlurred: boolean;
  price: Money;
  marketCap: Money;
  /** In percent. */
  change24h: string;
  /** Market caps of the last 24 hours, oldest first. */
  line: readonly string[];
  /** When the figures were read, in Unix seconds. */
  time: number;
};

/** The card of a token. Names and symbols are untrusted: escaped and isolated. */
export function renderCard(frame: Frame, facts: CardFacts): EmbedPage {
  const { name, symbol, place, path } = facts;
  const { text: change, tone } = signedPercent(facts.change24h);
  const content = html`<main>
<div class="head">${pictureOf(facts)}<div class="who">
<h1><a href="${path}" target="_blank" rel="noopener"><bdi>${name}</bdi></a></h1>
<p class="sub"><bdi>${symbol}</bdi> · ${place}</p></div></div>
${lineOf(facts.line, tone)}
<dl><div><dt>Price</dt><dd>${compactMoney(facts.price)}</dd></div>
<div><dt>Market cap</dt><dd>${compactMoney(facts.marketCap)}</dd></div>
<div><dt>24h</dt><dd class="${tone}">${change}</dd></div></dl>
${footOf(frame.brand, facts.time)}
</main>`;
  return page(frame, `${name} (${symbol}) on ${place}`, content);
}

/** A text in place of a card. @param notice.path of the token's page, if it has one */
export function renderNotice(
  frame: Frame,
  { text, path }: { text: string; path: string | null },
): EmbedPage {
  const { name } = frame.brand;
  const link = html`<p><a href="${path ?? "/"}" target="_blank" rel="noopener">Open ${name}</a></p>`;
  return page(frame, name, html`<main class="note"><h1>${text}</h1>${link}</main>`);
}

function page({ brand, theme }: Frame, title: string, content: Html): EmbedPage {
  const style = embedStyle(brand.colors);
  const root =
    theme === null ? html`<html lang="en">` : html`<html lang="en" data-theme="${theme}">`;
  const { markup } = html`<!doctype html>${root}<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>${{ markup: style }}</style></head>
<body>${content}</body></html>`;
  return { body: markup, style };
}

function pictureOf({ picture, isBlurred, symbol }: CardFacts): Html {
  if (picture === null) {
    const [initial = "?"] = symbol;
    return html`<span class="picture" aria-hidden="true"><bdi>${initial}</bdi></span>`;
  }
  const look = isBlurred ? "blurred" : "clear";
  return html`<span class="picture"><img class="${look}" src="${picture}" alt="" width="44" height="44" referrerpolicy="no-referrer"></span>`;
}

function lineOf(points: readonly string[], tone: string): Html | null {
  const path = sparklinePath(points);
  if (path === null) return null;
  const box = `0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`;
  return html`<svg class="${tone}" viewBox="${box}" preserveAspectRatio="none" aria-hidden="true"><path d="${path.area}" fill="currentColor" opacity="0.1"/><path d="${path.line}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" vector-effect="non-scaling-stroke"/></svg>`;
}

function footOf({ name, logo }: Frame["brand"], time: number): Html {
  const moment = new Date(time * 1_000).toISOString();
  return html`<p class="foot"><img src="${logo ?? "/icon.svg"}" alt="" width="14" height="14"><b>${name}</b><time datetime="${moment}">${moment.slice(11, 16)} UTC</time></p>`;
}
