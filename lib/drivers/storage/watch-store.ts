import { toAppError } from "@/lib/shared/errors";
import type { ObjectStore } from "./object-store";

/** A failure counts for this long: without calls, nothing shows that the store works again. */
const REMEMBERED_MS = 300_000;

type Kind = "read" | "write";

/**
 * Remembers whether the latest read and the latest write worked: a full disk still reads. The health
 * checks store no file of their own.
 * @param options.now milliseconds
 */
export function watchStore(
  store: ObjectStore,
  { now = Date.now }: { now?: () => number } = {},
): { files: ObjectStore; isHealthy: () => boolean | null } {
  const latest = new Map<Kind, { isOk: boolean; at: number }>();
  const record = (kind: Kind, isOk: boolean) => latest.set(kind, { isOk, at: now() });

  async function watched<T>(kind: Kind, call: () => Promise<T>, isOwn = () => true): Promise<T> {
    try {
      const result = await call();
      record(kind, true);
      return result;
    } catch (error) {
      if (isOwn() && toAppError(error).code === "dependency_unavailable") record(kind, false);
      throw error;
    }
  }

  const files: ObjectStore = {
    ...store,
    open: (key) => watched("read", () => store.open(key)),
    has: (key) => watched("read", () => store.has(key)),
    copy: (from, to) => watched("write", () => store.copy(from, to)),
    put(key, body) {
      let isBodyBroken = false;
      async function* observed() {
        try {
          yield* body;
        } catch (error) {
          isBodyBroken = true;
          throw error;
        }
      }
      // A lost uploader is no failure of the store.
      return watched(
        "write",
        () => store.put(key, observed()),
        () => !isBodyBroken,
      );
    },
  };
  return {
    files,
    isHealthy() {
      const counted = [...latest.values()].filter(
        ({ isOk, at }) => isOk || now() - at < REMEMBERED_MS,
      );
      return counted.length === 0 ? null : counted.every(({ isOk }) => isOk);
    },
  };
}
