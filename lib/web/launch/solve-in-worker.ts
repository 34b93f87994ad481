import type { ProofChallenge } from "@/lib/schemas/proof-of-work";

/** Messages of the worker. */
export type ProofMessage =
  | { kind: "progress"; done: number }
  | { kind: "solved"; proof: string }
  | { kind: "failed"; message: string };

/**
 * Solves the proof of work of a launch in a worker of this page.
 * @param onProgress receives the part that is done, from 0 to 1
 * @throws Error when the browser cannot solve it
 */
export function solveInWorker(
  challenge: ProofChallenge,
  onProgress: (done: number) => void,
): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ProofMessage>) => {
      if (data.kind === "progress") onProgress(data.done);
      else if (data.kind === "solved") resolve(data.proof);
      else reject(new Error(data.message));
    };
    worker.onerror = () =>
      reject(new Error("The proof of work could not be solved. Reload the page and try again."));
  });
  worker.postMessage(challenge);
  return solved.finally(() => worker.terminate());
}
