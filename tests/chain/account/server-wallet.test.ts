import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "@/sandbox/process/wait-until";
import { readSpending } from "../../setup/api/read-spending";
import { createAccountFixture } from "./account-fixture";

/** For any account actions of users, the server wallet pays only for gas. */

const IS_LONG = process.env.FUZZ === "long";
const RUNS = IS_LONG ? 60 : 6;
const STEPS = { minLength: 10, maxLength: 16 };
const TEST_MS = IS_LONG ? 3_600_000 : 300_000;
const QUIET_MS = 60_000;

let fixture: Awaited<ReturnType<typeof createAccountFixture>>;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.stop());

const who = fc.nat({ max: 1 });
const named = <Name extends string>(name: Name) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 5,
    // `isOwn`: whether the user moderates the split to change.
    arbitrary: fc.record({
      do: named("change"),
      who,
      isOwn: fc.constantFrom(true, true, true, false),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: named("withdraw"),
      who,
      amount: fc.constantFrom("max", "0.0001", "1000"),
      request: fc.nat({ max: 2 }),
      isTwice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: named("payOut"), who, isTwice: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("earn", "deposit", "relink", "replay"), who }),
  },
  { weight: 1, arbitrary: fc.record({ do: named("sweep") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: named("fault"),
      method: fc.constantFrom(
        "eth_sendRawTransaction",
        "eth_estimateGas",
        "eth_call",
        "eth_getTransactionReceipt",
        "eth_getTransactionCount",
      ),
      when: fc.constantFrom("before" as const, "after" as const),
      // Seven failures in a row exceed the service's retries.
      times: fc.constantFrom(1, 2, 2, 7),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The same sequences in every run, so that the count below does not depend on chance. */
const SEED = 1_122_026;

let sequences = 0;
/** A `requestId` of the current sequence. */
const requestIdOf = (request: number) =>
  `00000000-0000-4000-8000-${String(sequences * 10 + request).padStart(12, "0")}`;

async function take(one: Step): Promise<void> {
  if (one.do === "sweep") return fixture.sweep();
  if (one.do === "fault") return breakCalls(one);
  const person = fixture.users[one.who === 0 ? 0 : 1];
  const otherUser = fixture.users[one.who === 0 ? 1 : 0];
  switch (one.do) {
    case "change":
      return fixture.change(person, (one.isOwn ? person : otherUser).manager, one.isTwice);
    case "withdraw":
      return fixture.withdraw(person, one.amount, requestIdOf(one.request), one.isTwice);
    case "payOut":
      return fixture.payOut(person, one.isTwice);
    case "replay":
      return expect(await fixture.replay(person)).toBe(0);
    default:
      return fixture[one.do](person);
  }
}

/** The next calls of a method lose their connection. */
function breakCalls({ method, when, times }: Extract<Step, { do: "fault" }>): void {
  let left: number = times;
  fixture.become({
    breaks(called) {
      if (called !== method || left === 0) return undefined;
      left -= 1;
      return when;
    },
  });
}

/** Runs a sequence and returns what the server wallet lost and paid for. */
async function spend(steps: readonly Step[]) {
  const { client, serverWallet } = fixture;
  const look = async () => ({
    block: await client.getBlockNumber(),
    wei: await client.getBalance({ address: serverWallet }),
  });
  sequences += 1;
  const start = await look();
  for (const one of steps) await take(one);
  fixture.become({});
  const quiet = { timeoutMs: QUIET_MS, everyMs: 50 };
  if ((await waitUntil(fixture.isQuiet, quiet)) === null) throw new Error("something never ended");
  const end = await look();
  const range = { from: start.block, to: end.block };
  return { lostWei: start.wei - end.wei, ...(await readSpending(client, serverWallet, range)) };
}

describe("the server wallet", () => {
  it(
    "spends exactly its gas over any sequence of account actions",
    async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, STEPS), async (steps) => {
          const spent = await spend(steps);
          expect(spent.sentWei).toBe(0n);
          expect(spent.lostWei).toBe(spent.gasWei);
          count += spent.count;
        }),
        // A failed sequence has changed the chain, so a smaller one starts from another state.
        { numRuns: RUNS, endOnFailure: true, seed: SEED },
      );
      // Share changes and payouts succeeded: rejections alone prove nothing.
      expect(count).toBeGreaterThan(RUNS);
    },
    TEST_MS,
  );
});
