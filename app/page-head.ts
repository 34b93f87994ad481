import type { Metadata } from "next";
import { pageData } from "./page-data";

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
