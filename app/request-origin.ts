import { headers } from "next/headers";

/** The origin as the request names it; only shown in samples, and corrected by the browser. */
export async function requestOrigin(): Promise<string> {
  const list = await headers();
  const protocol = list.get("x-forwarded-proto") === "https" ? "https" : "http";
  return `${protocol}://${list.get("host") ?? "localhost:3000"}`;
}
