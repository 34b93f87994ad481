import { toAppError } from "@/lib/shared/errors";
import { createLatestOutcome } from "@/lib/support/latest-outcome";
import { within } from "@/lib/support/within";
import type { ObjectStore } from "./object-store";

/** No object has it; a store that works returns that. */
const PROBE_KEY = "health/probe";
const PROBE_MS_MAX = 5_000;

type Kind = "read" | "write";

/**
 * Remembers whether the latest read and the latest write worked: a full disk still reads. The health
 * checks store no file of their own. While the latest read failed, they repeat one.
 * @param options.now milliseconds
 */
export function watchStore(
  store: ObjectStore,
  { now = Date.now, probeMsMax = PROBE_MS_MAX }: { now?: () => number; probeMsMax?: number } = {},
): { files: ObjectStore; isHealthy: () => boolean | null } {
  const outcomes = { read: createLatestOutcome(now), write: createLatestOutcome(now) };
  let probing: Promise<boolean> | null = null;

  async function watched<T>(kind: Kind, call: () => Promise<T>, isOwn = () => true): Promise<T> {
    try {
      const result = await call();
      outcomes[kind].record(true);
      return result;
    } catch (error) {
      if (isOwn() && toAppError(error).code === "dependency_unavailable") {
        outcomes[kind].record(false);
      }
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

  /** Without readers, an outage would be forgotten before anyone is notified. */
  async function probe(): Promise<void> {
    // A call that hangs occupies a thread, so there is one at a time.
    probing ??= files.has(PROBE_KEY).finally(() => {
      probing = null;
    });
    const hasEnded = probing.then(() => true);
    if (!(await within(probeMsMax, false, hasEnded))) outcomes.read.record(false);
  }

  return {
    files,
    isHealthy() {
      const [read, write] = [outcomes.read.isHealthy(), outcomes.write.isHealthy()];
      if (read === false) void probe();
      if (read === false || write === false) return false;
      return read ?? write;
    },
  };
}
