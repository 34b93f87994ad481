import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

/**
 * Creates a folder and those above it; does nothing where it exists. Not `mkdir` with `recursive`:
 * some file systems, such as /proc, refuse every new folder with ENOENT, and then Node creates its
 * parent and tries again for ever.
 * @throws the system's error, such as EACCES, EEXIST (a file has that name) or EROFS
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isCode(error, "EEXIST") || !(await isFolder(path))) throw error;
  }
}
