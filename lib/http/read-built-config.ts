import { readFile } from "node:fs/promises";
import { z } from "zod";

const requiredFiles = z.object({ config: z.looseObject({}) });

/**
 * The configuration of a finished `next build`, as JSON.
 * @throws when there is no build
 */
export async function readBuiltConfig(): Promise<string> {
  const text = await readFile(".next/required-server-files.json", "utf8");
  return JSON.stringify(requiredFiles.parse(JSON.parse(text)).config);
}
