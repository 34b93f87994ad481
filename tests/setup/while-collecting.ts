import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";

/** Collects garbage until the promise is settled. */
export async function whileCollecting<T>(promise: Promise<T>): Promise<T> {
  setFlagsFromString("--expose-gc");
  const collect = z
    .custom<() => void>((value) => typeof value === "function")
    .parse(runInNewContext("gc"));
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    collect();
    await nextTurn();
  }
  return promise;
}
