import type { Metadata } from "next";

const PICTURE = { width: 1200, height: 630, type: "image/png" } as const;

/** What a page's head says of the picture that other sites show beside its link. */
export function sharing(options: {
  title: string;
  description: string;
  path: string;
  picture: string;
}) {
  const { title, description, path, picture } = options;
  const images = [{ url: picture, alt: title, ...PICTURE }];
  return {
    openGraph: { type: "website", siteName: "Slipway", title, description, url: path, images },
    twitter: { card: "summary_large_image", title, description, images },
  } satisfies Metadata;
}
