import type { PageData } from "@/lib/endpoints/page-data";

/** What the server hands to pages. @throws while no server runs, as in `next build` */
export function pageData(): PageData {
  const { slipwayPageData } = globalThis;
  if (slipwayPageData === undefined) {
    throw new Error("Pages need the server: start it with `npm start` or `npm run dev`.");
  }
  return slipwayPageData;
}
