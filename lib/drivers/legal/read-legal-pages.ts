import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { escapeHtml } from "@/lib/shared/text/html";

/** The pages that an operator may add, in the order of the footer. */
const LEGAL_PAGES = {
  terms: "Terms",
  privacy: "Privacy",
  imprint: "Imprint",
  dmca: "DMCA contact",
} as const;

export type LegalPage = keyof typeof LEGAL_PAGES;

/** One page: its path below `/legal`, its title and its text as HTML. */
export type LegalText = { name: LegalPage; title: string; html: string };

const BYTES_MAX = 1_000_000;
const NAMES = ["terms", "privacy", "imprint", "dmca"] as const satisfies readonly LegalPage[];

/** HTML in the Markdown is shown as text. The page has its title already. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isLink(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
  },
});

/**
 * Reads the operator's texts.
 * @param folder null when none is configured
 * @throws Error when the folder is missing or has none of the files, or when one is too large
 */
export function readLegalPages(folder: string | null): readonly LegalText[] {
  if (folder === null) return [];
  const pages = NAMES.flatMap((name) => {
    const file = path.join(/* turbopackIgnore: true */ folder, `${name}.md`);
    if (!existsSync(file)) return [];
    const text = readFileSync(file);
    if (text.length > BYTES_MAX) throw new Error(`LEGAL_FOLDER: ${name}.md is larger than 1 MB`);
    const html = marked.parse(text.toString("utf8"), { async: false });
    return [{ name, title: LEGAL_PAGES[name], html }];
  });
  if (pages.length > 0) return pages;
  const files = NAMES.map((name) => `${name}.md`).join(", ");
  throw new Error(`LEGAL_FOLDER: ${folder} has none of ${files}`);
}

function isLink(href: string): boolean {
  return /^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href);
}
