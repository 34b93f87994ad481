import type { Env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/http/limits/client-address";

/**
 * The public origin: the configured one. Without one, the loopback name that the browser uses, so
 * that a cookie set on 127.0.0.1 is not expected on localhost.
 */
export function originOf(env: Env, host: string | null): string {
  if (env.PUBLIC_URL !== undefined) return new URL(env.publicUrl).origin;
  return host !== null && isLoopbackHost(host) ? `http://${host}` : new URL(env.publicUrl).origin;
}
