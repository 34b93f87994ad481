import type { Metadata } from "next";
import { cleanText } from "@/lib/shared/text/clean-text";
import { pageData } from "./page-data";

/** Maximum description length for search engines and link previews, in code points. */
const DESCRIPTION_LENGTH = 200;

const PICTURE = { width: 1200, height: 630, type: "image/png" } as const;

/** Open Graph metadata of a page's preview image. */
export function sharing(options: {
  title: string;
  description: string;
  path: string;
  picture: string;
}) {
  const { title, description, path, picture } = options;
  const siteName = pageData().brand.name;
  const images = [{ url: picture, alt: title, ...PICTURE }];
  return {
    openGraph: { type: "website", siteName, title, description, url: path, images },
    twitter: { card: "summary_large_image", title, description, images },
  } satisfies Metadata;
}

/**
 * A title with text of a stranger, followed by the name of the site. The template of the layout would
 * expand `$&` and other replacement patterns in it.
 */
export function siteTitle(title: string): { absolute: string } {
  return { absolute: `${title} · ${pageData().brand.name}` };
}

/** A text of a stranger as the description of a page: one line, not longer than previews show. */
export function shortDescription(text: string): string {
  return cleanText(text.replace(/\s+/g, " "), { lengthMax: DESCRIPTION_LENGTH, newlines: false });
}
