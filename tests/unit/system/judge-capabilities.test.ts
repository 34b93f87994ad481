import { expect, it } from "vitest";
import type { ChainFunds } from "@/lib/features/budget/read-budgets";
import { DEFAULT_SETTINGS, type Settings } from "@/lib/features/settings/rules/settings";
import type { Parts } from "@/lib/features/system/check-parts";
import { createProblemTracker } from "@/lib/features/system/create-problem-tracker";
import type { Unindexed } from "@/lib/features/system/find-unindexed";
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
  storage: null,
  hasRoom: true,
};

const FUNDS: ChainFunds = {
  chain: CHAIN,
  spent: { hourWei: 10n, dayWei: 10n },
  limit: { hourWei: 100n, dayWei: 200n },
  balanceWei: 1_000n,
  launchWei: 90n,
};

function reasons(
  parts: Partial<Parts>,
  missingNonces: number | null = 0,
  settings: Settings = DEFAULT_SETTINGS,
  funds: Partial<ChainFunds> = {},
  unindexed: readonly Unindexed[] = [],
) {
  const problems = createProblemTracker(now);
  const ctx = { clock: { now }, problems, settings: { current: () => settings } };
  const queue = [
    { chain: CHAIN, waiting: 0, active: 0, averageSeconds: null, missingNonces },
  ] as const;
  const budgets = [{ ...FUNDS, ...funds }];
  const input = { parts: { ...WORKING, ...parts }, indexer: [], unindexed, queue, budgets };
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
  [
    "file storage fails",
    { storage: false, moderation: false },
    0,
    { uploads: "File storage does not work, or is full." },
  ],
  [
    "the storage budget is used up",
    { hasRoom: false, moderation: false },
    0,
    { uploads: "The storage budget for uploads is used up." },
  ],
  ["the storage budget is unknown", { hasRoom: null }, 0, {}],
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

it.each<[string, Partial<ChainFunds>, Record<string, string>]>([
  ["one more launch fits", {}, {}],
  [
    "the wallet is empty",
    { balanceWei: 89n },
    { launches: "The server wallet has no ETH for gas on Base." },
  ],
  [
    "the budget of the hour is used up",
    { spent: { hourWei: 11n, dayWei: 11n } },
    { launches: "The gas budget for Base is used up." },
  ],
  [
    "the budget of the day is used up",
    { spent: { hourWei: 0n, dayWei: 111n } },
    { launches: "The gas budget for Base is used up." },
  ],
])("names what launches lack while %s", (_, funds, expected) => {
  expect(reasons({}, 0, DEFAULT_SETTINGS, funds)).toEqual(expected);
});

it.each<[string, number, Partial<Parts>, Record<string, string>]>([
  ["for a minute", 940, {}, {}],
  ["for longer", 939, {}, { tokenData: "The indexer of Base has not started." }],
  [
    "for longer, without a node",
    0,
    { nodes: [{ chain: CHAIN, state: "down" }] },
    { launches: "No node of Base responds.", tokenData: "No node of Base responds." },
  ],
])("names a chain that was never indexed %s", (_, since, parts, expected) => {
  const found = reasons(parts, 0, DEFAULT_SETTINGS, {}, [{ chain: CHAIN, since }]);
  expect(found).toEqual(expected);
});

it("names a read-only database for everything but reads", () => {
  const reason = "The database accepts no changes.";
  expect(reasons({ database: "read_only" })).toEqual({
    signIn: reason,
    uploads: reason,
    launches: reason,
    tokenData: reason,
  });
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
