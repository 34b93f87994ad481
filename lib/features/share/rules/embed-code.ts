import { html } from "@/lib/shared/text/html";

/** Size of the embedded card in CSS pixels; it also fits smaller and larger frames. */
export const EMBED_SIZE = { width: 480, height: 220 } as const;
export const EMBED_THEMES = ["light", "dark"] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

/**
 * The HTML that shows a token's card on another page. The frame runs no script and opens links in
 * a new tab.
 * @param options.url of the token's page, without query
 * @param options.theme null = the reader's
 */
export function embedCode(options: {
  url: string;
  title: string;
  theme: EmbedTheme | null;
  width: number;
  height: number;
}): string {
  const { url, title, theme, width, height } = options;
  const src = `${url}/embed${theme === null ? "" : `?theme=${theme}`}`;
  return html`<iframe src="${src}" title="${title}" width="${width}" height="${height}" style="border:0;border-radius:12px;max-width:100%" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`
    .markup;
}

/** The size of a card that fits a page's limits. */
export function embedSize(limits: {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}) {
  const { maxwidth = EMBED_SIZE.width, maxheight = EMBED_SIZE.height } = limits;
  return {
    width: Math.min(EMBED_SIZE.width, maxwidth),
    height: Math.min(EMBED_SIZE.height, maxheight),
  };
}
