import { z } from "zod";
import { anyCaseAddress } from "@/lib/schemas/common";
import { fetchJson } from "@/lib/support/calls/fetch-json";
import { VendorError } from "@/lib/support/calls/vendor-error";
import type { FarcasterUser } from "./person-types";

/** A name belongs to the fid of its last transfer; 0 means that it was released. */
const transfer = z.object({
  username: z.string(),
  to: z.number().int().nonnegative(),
  owner: anyCaseAddress,
});
/** The registry's source returns one transfer; its documentation shows a list with one. */
const answer = z.union([
  z.object({ transfer }).transform((found) => found.transfer),
  z
    .object({ transfers: z.tuple([transfer], z.unknown()) })
    .transform((found) => found.transfers[0]),
]);

/**
 * Looks up the current owner of a Farcaster username; null when there is none. Source: fname
 * registry, `GET /transfers/current?name=`.
 * @throws VendorError
 */
export async function findFarcasterUser(
  username: string,
  options: { namesUrl: string; timeoutMs: number; now: Date },
): Promise<FarcasterUser | null> {
  const { namesUrl, timeoutMs, now } = options;
  const url = new URL(`${namesUrl}/transfers/current`);
  url.searchParams.set("name", username);
  const found = await fetchJson(answer, { url, timeoutMs, now });
  if (found === null || found.to === 0) return null;
  if (found.username !== username) throw new VendorError("down", "an answer about someone else");
  return { fid: found.to, username, custodyAddress: found.owner };
}
