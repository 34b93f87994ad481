import { solveProof } from "@slipway-launchpad/client";
import { proofChallenge } from "@/lib/schemas/proof-of-work";
import type { ProofMessage } from "./solve-in-worker";

/** Solves one challenge in a worker, so that the page stays responsive. */
const post = (message: ProofMessage) => self.postMessage(message);

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const onProgress = (done: number) => post({ kind: "progress", done });
  solveProof(proofChallenge.parse(data), { onProgress }).then(
    (proof) => post({ kind: "solved", proof }),
    (error: unknown) =>
      post({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
