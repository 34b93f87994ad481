import type { Address } from "viem";
import { describe, expect, it } from "vitest";
import {
  type Holding,
  NO_FLOWS,
  settlePositions,
  type TokenMoves,
} from "@/lib/features/market/rules/position";

const ADA: Address = `0x${"a".repeat(40)}`;
const BOB: Address = `0x${"b".repeat(40)}`;
const BUNDLER: Address = `0x${"c".repeat(40)}`;

function settle(
  moves: Partial<Omit<TokenMoves, "net" | "burned">> & {
    net: [Address, bigint][];
    burned?: [Address, bigint][];
  },
  holdings: [Address, Holding][] = [],
) {
  const before = new Map(holdings);
  const flows = settlePositions(
    {
      ...{ trader: ADA, boughtWei: 0n, paidWei: 0n, soldWei: 0n, proceedsWei: 0n },
      ...moves,
      net: new Map(moves.net),
      burned: new Map(moves.burned ?? []),
    },
    (holder) => before.get(holder) ?? { amountWei: 0n, costWei: 0n },
  );
  return Object.fromEntries(flows);
}

describe("settlePositions", () => {
  it("counts a purchase at what was paid, fee included", () => {
    expect(settle({ boughtWei: 100n, paidWei: 7n, net: [[ADA, 100n]] })).toEqual({
      [ADA]: { ...NO_FLOWS, boughtWei: 100n, paidWei: 7n, costWei: 7n },
    });
  });

  it("gives a trade to the wallet that holds the tokens, not to the sender of the transaction", () => {
    const bought = { trader: BUNDLER, boughtWei: 100n, paidWei: 7n };
    expect(Object.keys(settle({ ...bought, net: [[BOB, 100n]] }))).toEqual([BOB]);
  });

  it("realizes the difference to the average cost, rounded down", () => {
    const held: [Address, Holding][] = [[ADA, { amountWei: 30n, costWei: 100n }]];
    expect(settle({ soldWei: 10n, proceedsWei: 50n, net: [[ADA, -10n]] }, held)).toEqual({
      [ADA]: { ...NO_FLOWS, soldWei: 10n, proceedsWei: 50n, costWei: -33n, realizedWei: 17n },
    });
    expect(settle({ soldWei: 30n, proceedsWei: 50n, net: [[ADA, -30n]] }, held)).toEqual({
      [ADA]: { ...NO_FLOWS, soldWei: 30n, proceedsWei: 50n, costWei: -100n, realizedWei: -50n },
    });
  });

  it("counts gifts at no cost and takes the cost of sent tokens away without a loss", () => {
    const gift = settle(
      {
        net: [
          [ADA, -10n],
          [BOB, 10n],
        ],
      },
      [[ADA, { amountWei: 20n, costWei: 8n }]],
    );
    expect(gift).toEqual({
      [ADA]: { ...NO_FLOWS, sentWei: 10n, costWei: -4n },
      [BOB]: { ...NO_FLOWS, receivedWei: 10n },
    });
  });

  it("realizes the cost of burned tokens as a loss", () => {
    const burnt = settle({ net: [[ADA, -10n]], burned: [[ADA, 10n]] }, [
      [ADA, { amountWei: 20n, costWei: 8n }],
    ]);
    expect(burnt).toEqual({
      [ADA]: { ...NO_FLOWS, burnedWei: 10n, costWei: -4n, realizedWei: -4n },
    });
  });

  it("separates the purchase and the sale of two people in one transaction", () => {
    const both = {
      trader: BUNDLER,
      ...{ boughtWei: 100n, paidWei: 7n, soldWei: 40n, proceedsWei: 3n },
      net: [
        [ADA, 100n],
        [BOB, -40n],
      ] satisfies [Address, bigint][],
    };
    expect(settle(both, [[BOB, { amountWei: 40n, costWei: 1n }]])).toEqual({
      [ADA]: { ...NO_FLOWS, boughtWei: 100n, paidWei: 7n, costWei: 7n },
      [BOB]: { ...NO_FLOWS, soldWei: 40n, proceedsWei: 3n, costWei: -1n, realizedWei: 2n },
    });
  });

  it("nets the trades of one wallet in one transaction", () => {
    const traded = { boughtWei: 100n, paidWei: 10n, soldWei: 40n, proceedsWei: 3n };
    expect(settle({ ...traded, net: [[ADA, 60n]] })).toEqual({
      [ADA]: { ...NO_FLOWS, boughtWei: 60n, paidWei: 7n, costWei: 7n },
    });
    // Nothing is left: the sender of the transaction has the loss.
    const round = { boughtWei: 100n, paidWei: 10n, soldWei: 100n, proceedsWei: 8n };
    expect(settle({ ...round, net: [[ADA, 0n]] })).toEqual({
      [ADA]: { ...NO_FLOWS, paidWei: 2n, realizedWei: -2n },
    });
  });

  it("shares a purchase by what each address received, without losing a wei", () => {
    const shared = settle({
      boughtWei: 100n,
      paidWei: 10n,
      net: [
        [ADA, 33n],
        [BOB, 67n],
      ],
    });
    expect(shared[ADA]).toMatchObject({ boughtWei: 33n, paidWei: 3n, costWei: 3n });
    expect(shared[BOB]).toMatchObject({ boughtWei: 67n, paidWei: 7n, costWei: 7n });
  });
});
