import { headers } from "next/headers";
import { getContext } from "@/lib/context";

/** The configured origin, else the one that the request names: samples show it. */
export async function requestOrigin(): Promise<string> {
  const { env } = getContext();
  const host = (await headers()).get("host");
  if (env.PUBLIC_URL !== undefined || host === null) return new URL(env.publicUrl).origin;
  return `http://${host}`;
}
