import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_FIRST_MS = 25;
const PAUSE_MAX_MS = 1_000;

/** Asks until there is an answer, ever more slowly; null when there is none in `waitMs`. */
export async function poll<T>(waitMs: number, ask: () => Promise<T | null>): Promise<T | null> {
  const deadline = performance.now() + waitMs;
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(pause * 1.5, PAUSE_MAX_MS)) {
    const answer = await ask();
    if (answer !== null || performance.now() + pause > deadline) return answer;
    await sleep(pause);
  }
}
