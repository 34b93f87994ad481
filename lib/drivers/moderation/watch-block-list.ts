import { readFile, stat } from "node:fs/promises";
import {
  type BlockList,
  EMPTY_BLOCK_LIST,
  parseBlockList,
} from "@/lib/features/moderation/rules/block-list";

/**
 * Reads the operator's block list and reads it again when the file changes. After a mistake in the
 * file, or while it cannot be read, the last valid list applies.
 * @param path null if no file is configured
 * @param onError called once for each state of the file that cannot be used
 * @returns a function that returns the same object while nothing changed
 */
export function watchBlockList(
  path: string | null,
  onError: (error: unknown) => void,
): () => Promise<BlockList> {
  let list = EMPTY_BLOCK_LIST;
  let used: string | null = null;
  let seen = "";
  return async () => {
    if (path === null) return list;
    const state = await stateOf(path);
    if (state.text === used) return list;
    // While the file is being written, its state changes: a part of it must not become the list.
    const isStable = used === null || state.text === seen;
    seen = state.text;
    if (!isStable) return list;
    used = state.text;
    try {
      if (state.error !== null) throw state.error;
      list = parseBlockList(await readFile(path, "utf8"));
    } catch (error) {
      onError(error);
    }
    return list;
  };
}

async function stateOf(path: string): Promise<{ text: string; error: unknown }> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return { text: `${mtimeMs} ${size} ${ino}`, error: null };
  } catch (error) {
    return { text: `missing: ${String(error)}`, error };
  }
}
