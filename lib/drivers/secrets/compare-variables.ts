import { createHash } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "./create-secrets";

/** Secrets of the environment that must be the same on all web servers. */
export const SHARED_VARIABLES = [
  "SERVER_WALLET_PRIVATE_KEY",
  "NEXTAUTH_SECRET",
  "METRICS_TOKEN",
  "INNGEST_SIGNING_KEY",
  "INNGEST_EVENT_KEY",
  "PRIVY_APP_SECRET",
  "CLOUDFLARE_STREAM_WEBHOOK_SECRET",
] as const;
export type SharedVariables = Partial<Record<(typeof SHARED_VARIABLES)[number], string>>;

const NAME = "environment";
const recorded = z.object({ at: z.iso.datetime(), digests: z.record(z.string(), z.string()) });

/**
 * Compares shared variables with those of the web server that started last, and records these. Only
 * digests are stored, encrypted like a secret.
 * @returns the names that differ, and when that server started
 */
export async function compareVariables(options: {
  secrets: Secrets;
  variables: SharedVariables;
  now: Date;
}): Promise<{ names: string[]; since: string }> {
  const { secrets, variables, now } = options;
  const digests: Record<string, string> = {};
  for (const name of SHARED_VARIABLES) {
    const text = `${name} ${variables[name] ?? ""}`;
    digests[name] = createHash("sha256").update(text).digest("base64");
  }
  const at = now.toISOString();
  return secrets.exclusively(async (locked) => {
    const stored = await locked.open(NAME);
    const before =
      stored === null ? { at, digests } : recorded.parse(JSON.parse(stored.toString("utf8")));
    // A variable that an earlier version did not compare is not a difference.
    const names = SHARED_VARIABLES.filter(
      (name) => name in before.digests && before.digests[name] !== digests[name],
    );
    const isSame = JSON.stringify(before.digests) === JSON.stringify(digests);
    if (stored === null || !isSame) {
      await locked.replace(NAME, Buffer.from(JSON.stringify({ at, digests })));
    }
    return { names, since: before.at };
  });
}
