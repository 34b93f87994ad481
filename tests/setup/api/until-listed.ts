import type { z } from "zod";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "./api";

const WAIT_MS = 20_000;

/**
 * Polls `path` until `isThere` accepts the parsed response.
 * @returns the answer
 * @throws after `WAIT_MS`
 */
export async function untilListed<S extends z.ZodType>(
  path: string,
  schema: S,
  isThere: (answer: z.output<S>) => boolean,
): Promise<z.output<S>> {
  const found = await waitUntil(
    async () => {
      const { status, body } = await request(path);
      if (status !== 200) return null;
      const answer = schema.parse(body);
      return isThere(answer) ? { answer } : null;
    },
    { timeoutMs: WAIT_MS, everyMs: 20 },
  );
  if (found === null) throw new Error(`${path} does not show it in time`);
  return found.answer;
}
