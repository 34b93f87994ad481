import type { ServiceContext } from "@/lib/context";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";

/** The one form of an endpoint's URL: without fragment and final dot of the host. */
export function normalUrl(url: string): URL {
  const parsed = new URL(url);
  // `example.com.` is the same host as `example.com`.
  parsed.hostname = parsed.hostname.replace(/\.+$/, "");
  parsed.hash = "";
  return parsed;
}

/**
 * Checks the URL of an endpoint, and counts it: each new endpoint makes this server send it a
 * challenge.
 * @returns the URL in its normal form
 * @throws AppError invalid_body, rate_limited
 */
export async function checkEndpoint(
  ctx: Pick<ServiceContext, "webhookSender">,
  { url, limit }: { url: string; limit: CountRequest },
): Promise<string> {
  const parsed = normalUrl(url);
  if (!ctx.webhookSender.mayUse(parsed)) {
    const message = "must be an https URL of a public host, without user name and password";
    throw new AppError("invalid_body", `url: ${message}`, { details: [{ path: "url", message }] });
  }
  await limit("webhookHost", parsed.hostname);
  return parsed.href;
}

export type CountRequest = (policy: LimitPolicyName, subject?: string) => Promise<void>;

/** ETH of at most 18 fraction digits, as wei. */
export function toWei(amountETH: string): bigint {
  const [whole = "0", fraction = ""] = amountETH.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
}
