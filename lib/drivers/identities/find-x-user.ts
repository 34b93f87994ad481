import { z } from "zod";
import { fetchJson } from "@/lib/support/calls/fetch-json";
import { VendorError } from "@/lib/support/calls/vendor-error";
import type { XUser } from "./person-types";

const answer = z.object({
  data: z
    .object({ id: z.string().regex(/^\d{1,20}$/), username: z.string(), name: z.string() })
    .optional(),
  errors: z.array(z.object({ type: z.string() })).optional(),
});

/**
 * Looks up the current owner of an X username; null when there is none or the user is suspended.
 * Source: X API v2, `GET /2/users/by/username/:username`.
 * @throws VendorError
 */
export async function findXUser(
  username: string,
  options: { apiUrl: string; bearerToken: string; timeoutMs: number; now: Date },
): Promise<XUser | null> {
  const { apiUrl, bearerToken, timeoutMs, now } = options;
  const url = new URL(`${apiUrl}/2/users/by/username/${encodeURIComponent(username)}`);
  const headers = { authorization: `Bearer ${bearerToken}` };
  const found = await fetchJson(answer, { url, headers, timeoutMs, now });
  // X returns 200 with an error in the body when the user does not exist.
  if (found === null || found.errors?.some(({ type }) => type.endsWith("/resource-not-found"))) {
    return null;
  }
  if (found.data?.username.toLowerCase() !== username) {
    throw new VendorError("down", "an answer about someone else");
  }
  return { subject: found.data.id, username: found.data.username, name: found.data.name };
}
