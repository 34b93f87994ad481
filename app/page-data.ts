import type { PageData } from "@/lib/endpoints/page-data";

/**
 * Data that the server provides to pages.
 * @throws when no server runs, as in `next build`
 */
export function pageData(): PageData {
  const { slipwayPageData } = globalThis;
  if (slipwayPageData === undefined) {
    throw new Error("Pages need the server: start it with `npm start` or `npm run dev`.");
  }
  return slipwayPageData;
}
