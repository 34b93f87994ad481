import { timeoutSignal } from "@/lib/shared/abort";

/** Whether the host of a URL answers a request for its root within `ms`, with any status. */
export async function answersHttp(url: URL, ms: number): Promise<boolean> {
  try {
    const signal = timeoutSignal(ms);
    const response = await fetch(new URL("/", url), { redirect: "manual", signal });
    await response.body?.cancel();
    return true;
  } catch {
    // A failed check is a result, not an error.
    return false;
  }
}
