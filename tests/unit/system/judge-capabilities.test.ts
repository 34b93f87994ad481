import { expect, it } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "@/lib/features/settings/rules/settings";
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

function reasons(
  parts: Partial<Parts>,
  missingNonces: number | null = 0,
  settings: Settings = DEFAULT_SETTINGS,
) {
  const problems = createProblemTracker(now);
  const ctx = { clock: { now }, problems, settings: { current: () => settings } };
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
      signIn: "The rate-limit store does not respond.",
      uploads: "The rate-limit store does not respond.",
      launches: "The server wallet on Base is blocked: 891 nonces are missing.",
    },
  ],
  [
    "the classifier fails",
    { moderation: false },
    0,
    { uploads: "The image classifier does not respond." },
  ],
  ["IPFS is down", { ipfs: false }, 0, { uploads: "IPFS does not respond." }],
  [
    "the job engine is down",
    { engine: false },
    0,
    { launches: "The job engine does not respond: accepted launches wait." },
  ],
])("names what is degraded while %s", (_, parts, missingNonces, expected) => {
  expect(reasons(parts, missingNonces)).toEqual(expected);
});

it.each<[string, Settings["pauses"]]>([
  ["on the chain", { all: null, chains: { base: { message: "node upgrade", since: 1 } } }],
  ["on all chains", { all: { message: "node upgrade", since: 1 }, chains: {} }],
])("names the operator's pause %s first", (_, pauses) => {
  const found = reasons({ limiter: false }, 891, { ...DEFAULT_SETTINGS, pauses });
  expect(found.launches).toBe("Launching on Base is paused: node upgrade.");
});

it("does not name the pause of another chain", () => {
  const pauses = { all: null, chains: { robinhood: { message: "node upgrade", since: 1 } } };
  expect(reasons({}, 0, { ...DEFAULT_SETTINGS, pauses })).toEqual({});
});
