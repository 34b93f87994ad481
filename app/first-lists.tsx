import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FirstLists as Lists, readFirstLists } from "@/lib/web/first-lists";
import { pageData } from "./page-data";

/**
 * A part of a page that arrives with the rows of its lists, instead of requesting them afterwards.
 */
export async function FirstLists({ children, ...lists }: Lists & { children: ReactNode }) {
  const { fetch, loopbackUrl } = pageData();
  const state = await readFirstLists(lists, { fetch, baseUrl: loopbackUrl.origin });
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
