import { headers } from "next/headers";
import { pageData } from "./page-data";

/** The configured origin, otherwise the origin of the request. Code samples show it. */
export async function requestOrigin(): Promise<string> {
  return pageData().origin((await headers()).get("host"));
}
