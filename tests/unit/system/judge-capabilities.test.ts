import { expect, it } from "vitest";
import type { Parts } from "@/lib/features/system/check-parts";
import { createProblemTracker } from "@/lib/features/system/create-problem-tracker";
import { judgeCapabilities } from "@/lib/features/system/judge-capabilities";

const CHAIN = "base";
const now = () => new Date(1_000_000);
const WORKING: Parts = {
  nodes: [{ chain: CHAIN, state: "ok" }],
  database: "ok",
  limiter: true,
  engine: true,
  ipfs: null,
  moderation: null,
};

function reasons(parts: Partial<Parts>, missingNonces: number | null = 0) {
  const ctx = { clock: { now }, problems: createProblemTracker(now) };
  const queue = [
    { chain: CHAIN, waiting: 0, active: 0, averageSeconds: null, missingNonces },
  ] as const;
  const input = { parts: { ...WORKING, ...parts }, indexer: [], queue };
  return Object.fromEntries(
    judgeCapabilities({ ctx, input }).flatMap(({ capability, reason }) =>
      reason === null ? [] : [[capability, reason]],
    ),
  );
}

it.each<[string, Partial<Parts>, number | null, Record<string, string>]>([
  ["everything works", {}, 0, {}],
  ["the number of missing nonces is unknown", {}, null, {}],
  [
    "nonces are missing, whatever else is down",
    { limiter: false, nodes: [{ chain: CHAIN, state: "down" }] },
    891,
    {
      signIn: "The rate-limit store does not answer.",
      uploads: "The rate-limit store does not answer.",
      launches: "The server wallet on Base is blocked: 891 nonces are missing.",
    },
  ],
  [
    "the classifier fails",
    { moderation: false },
    0,
    { uploads: "The image classifier does not answer." },
  ],
  ["IPFS is down", { ipfs: false }, 0, { uploads: "IPFS does not answer." }],
  [
    "the job engine is down",
    { engine: false },
    0,
    { launches: "The job engine does not answer: accepted launches wait." },
  ],
])("names what is degraded while %s", (_, parts, missingNonces, expected) => {
  expect(reasons(parts, missingNonces)).toEqual(expected);
});
