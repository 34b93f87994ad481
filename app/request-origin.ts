import { headers } from "next/headers";
import { pageData } from "./page-data";

/** The configured origin, else the one that the request names: samples show it. */
export async function requestOrigin(): Promise<string> {
  return pageData().origin((await headers()).get("host"));
}
