import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { processIdentity } from "./process-info";
import { stopProcess } from "./stop-process";
import { writeFileAtomic } from "./write-file-atomic";

const pidSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });

function folderOf(dataDir: string): string {
  return join(dataDir, "run");
}

/** Records a child, so that the next start finds it if this supervisor is killed. */
export async function rememberProcess(dataDir: string, name: string, pid: number): Promise<void> {
  const identity = await processIdentity(pid);
  if (identity === null) return;
  await mkdir(folderOf(dataDir), { recursive: true });
  const path = join(folderOf(dataDir), `${name}.json`);
  await writeFileAtomic(path, JSON.stringify({ pid, identity }));
}

/**
 * Stops recorded children that outlived their supervisor. They exit when its connection closes;
 * this waits for that and kills those that hang.
 */
export async function endOrphans(dataDir: string): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const orphans = names.map(async (name) => {
    const path = join(folderOf(dataDir), name);
    try {
      const known = pidSchema.parse(JSON.parse(await readFile(path, "utf8")));
      if ((await processIdentity(known.pid)) === known.identity) {
        await stopProcess(known.pid, { graceMs: 1500 });
      }
    } catch {
      // Incomplete or of another version: nothing to stop.
    }
    await rm(path, { force: true });
  });
  await Promise.all(orphans);
}
