import type { z } from "zod";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "./api";

/**
 * Reads `path` until `isThere` holds for the parsed answer.
 * @returns the answer, or throws after 2 s: no launch may take longer to show
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
    { timeoutMs: 2_000, everyMs: 20 },
  );
  if (found === null) throw new Error(`${path} does not show it after 2 s`);
  return found.answer;
}
