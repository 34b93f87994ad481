import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { PostgresAccount } from "./postgres-account";

/** Whether an account may traverse every folder above `path` (and `path`, if a folder). */
export async function isReachable(path: string, account: PostgresAccount): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const info = await stat(current).catch(() => null);
    if (info === null) return false;
    const shift = info.uid === account.uid ? 6 : info.gid === account.gid ? 3 : 0;
    // Bit 0 of the three is "execute"; a program file needs it too.
    if (((info.mode >> shift) & 1) === 0) return false;
    if (dirname(current) === current) return true;
  }
}
