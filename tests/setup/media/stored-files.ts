import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Every uploaded file in a launchpad's data folder, sorted. */
export async function storedFiles(dataDir: string): Promise<string[]> {
  const lists = ["ipfs", "videos"].map(async (folder) => {
    const found = await readdir(join(dataDir, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  });
  return (await Promise.all(lists)).flat().toSorted();
}

/** The process id of a service, which shows whether it was restarted. */
export async function pidOf(dataDir: string, part: "web" | "engine"): Promise<number> {
  const text = await readFile(join(dataDir, "run", `${part}.json`), "utf8");
  return z.object({ pid: z.number().int().positive() }).parse(JSON.parse(text)).pid;
}
