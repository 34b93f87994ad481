import type { Env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/http/limits/client-address";

/**
 * The origin that people see: the configured one. Without one, whichever name of this machine they
 * use, so that a cookie set on 127.0.0.1 is not looked for on localhost.
 */
export function originOf(env: Env, host: string | null): string {
  if (env.PUBLIC_URL !== undefined) return new URL(env.publicUrl).origin;
  return host !== null && isLoopbackHost(host) ? `http://${host}` : new URL(env.publicUrl).origin;
}
