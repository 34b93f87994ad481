import fc from "fast-check";
import { createPublicClient, getAddress, http } from "viem";
import { describe, expect, inject, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { addressFeeSplitManagerAbi } from "@/lib/shared/abi/address-fee-split-manager";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { waitForLaunch } from "../../setup/api/wait-for-launch";

const DUPLICATES = "Duplicate addresses found in fee split recipients";
const path = (chain: string) => `/api/v1/${chain}/launch-memecoin`;
const wallet = (n: number) => getAddress(`0x${(n + 1).toString(16).padStart(40, "a")}`);
const wallets = (count: number) => Array.from({ length: count }, (_, n) => wallet(n));

const send = (feeSplitRecipients: unknown, chain = "base-sepolia") =>
  request(path(chain), { body: launchBody({ feeSplitRecipients }) });

async function launch(feeSplitRecipients: unknown, chain = "base-sepolia") {
  const { body } = await send(feeSplitRecipients, chain);
  const job = await waitForLaunch(launchAccepted.parse(body).jobId);
  if (job.state !== "completed") throw new Error(`The launch ended as ${job.state}`);
  return job;
}

/** The manager's on-chain state, read through the product's RPC relay. */
function readShares(manager: string, chain: string) {
  const client = createPublicClient({ transport: http(`${inject("baseUrl")}/rpc/${chain}`) });
  return client.readContract({
    address: getAddress(manager),
    abi: addressFeeSplitManagerAbi,
    functionName: "recipients",
  });
}

describe("POST launch-memecoin: recipients", () => {
  it("accepts 100 recipients and rejects 101", async () => {
    const job = await launch(wallets(100));
    const shares = await readShares(job.feeSplitManagerAddress ?? "", "base-sepolia");
    expect(shares).toEqual(wallets(100).map((account) => ({ account, share: 100_000 })));
    const { status, body } = await send(wallets(101));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "At most 100 fee split recipients are allowed" });
  });

  it.each([
    ["9999999", "5000000", "4999999"],
    ["10000001", "5000000", "5000001"],
  ])("rejects shares that sum to %s", async (sum, ...splits) => {
    const { status, body } = await send(
      splits.map((split, n) => ({ type: "wallet", id: wallet(n), split })),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: `Fee splits must sum to exactly 10000000, not ${sum}`,
      code: "invalid_recipient",
    });
  });

  it.each([
    [
      "a share for some only",
      [
        { type: "wallet", id: wallet(0), split: "1" },
        { type: "wallet", id: wallet(1) },
      ],
    ],
    [
      "a share of zero",
      [
        { type: "wallet", id: wallet(0), split: "0" },
        { type: "wallet", id: wallet(1), split: "10000000" },
      ],
    ],
    [
      "a negative share",
      [
        { type: "wallet", id: wallet(0), split: -1 },
        { type: "wallet", id: wallet(1), split: 10_000_001 },
      ],
    ],
    ["a share in the exponent form", [{ type: "wallet", id: wallet(0), split: "1e7" }]],
    ["the zero address", [{ type: "wallet", id: `0x${"0".repeat(40)}` }]],
    ["addresses and objects", [wallet(0), { type: "wallet", id: wallet(1) }]],
    ["nobody", []],
  ])("rejects %s", async (_what, recipients) => {
    const { status, body } = await send(recipients);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false });
  });

  it("rejects recipients that differ only in letter case or resolve to one wallet", async () => {
    const inCase = [
      { type: "email", id: "Grace@Example.com" },
      { type: "email", id: " grace@example.COM " },
    ];
    expect(await send(inCase)).toMatchObject({ status: 400, body: { error: DUPLICATES } });

    const job = await launch([{ type: "email", id: "grace@example.com" }]);
    const ofOneWallet = [
      { type: "email", id: "grace@example.com" },
      { type: "wallet", id: job.feeSplitRecipients?.[0]?.address },
    ];
    expect(await send(ofOneWallet)).toMatchObject({
      status: 400,
      body: { error: DUPLICATES, code: "duplicate_recipients" },
    });
  });

  it("stores the accepted shares on chain exactly, to a sum of 100.00000%", async () => {
    const number = fc.integer({ min: 1, max: 10 ** 9 });
    const name = number.map((n) => `prop${n}`);
    const person = fc.oneof(
      number.map((n) => ({ type: "wallet", id: wallet(n) })),
      name.map((id) => ({ type: "twitter", id: `@${id}` })),
      name.map((id) => ({ type: "farcaster", id })),
      name.map((id) => ({ type: "email", id: `${id}@example.com` })),
    );
    const people = fc.uniqueArray(person, {
      minLength: 1,
      maxLength: 12,
      selector: ({ type, id }) => `${type} ${id}`,
    });
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: SPLIT_TOTAL - 1 }), {
      minLength: 11,
      maxLength: 11,
    });
    const chain = fc.constantFrom("base-sepolia", "robinhood");
    await fc.assert(
      fc.asyncProperty(chain, people, cuts, fc.boolean(), async (where, spec, points, isCustom) => {
        const shares = isCustom ? cut(spec.length, points) : null;
        const given = spec.map((one, n) => (shares === null ? one : { ...one, split: shares[n] }));
        const job = await launch(given, where);
        const answered = job.feeSplitRecipients ?? [];
        expect(answered.map(({ originalInput }) => originalInput)).toEqual(
          spec.map(({ id }) => id),
        );
        const told = answered.map(({ address, percentage }) => ({
          account: getAddress(address),
          share: Number(percentage.replace(".", "")),
        }));
        expect(told.reduce((sum, { share }) => sum + share, 0)).toBe(SPLIT_TOTAL);
        if (shares !== null) expect(told.map(({ share }) => share)).toEqual(shares);
        expect(await readShares(job.feeSplitManagerAddress ?? "", where)).toEqual(told);
      }),
      { numRuns: 12, seed: 4 },
    );
  }, 120_000);
});

/** Splits the total into `count` positive parts at the first of the points. */
function cut(count: number, points: readonly number[]): number[] {
  const at = [0, ...points.slice(0, count - 1).sort((a, b) => a - b), SPLIT_TOTAL];
  return at.slice(1).map((end, n) => end - (at[n] ?? 0));
}
