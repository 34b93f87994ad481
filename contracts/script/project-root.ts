import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Root of the repository: the nearest parent folder of this file (or its bundle) with a
 * package.json.
 */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("no package.json above the deploy script");
    folder = parent;
  }
  return folder;
}
