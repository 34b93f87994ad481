import type { Address } from "viem";
import { describe, expect, it } from "vitest";
import {
  type Holding,
  NO_FLOWS,
  settlePositions,
  type TokenMoves,
  tokensOf,
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
      trader: ADA,
      boughtWei: 0n,
      paidWei: 0n,
      soldWei: 0n,
      proceedsWei: 0n,
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
      boughtWei: 100n,
      paidWei: 7n,
      soldWei: 40n,
      proceedsWei: 3n,
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

  describe("ETH of trades whose tokens no address got or gave", () => {
    const CREATOR: Address = `0x${"d".repeat(40)}`;
    const ETHER = 10n ** 18n;
    const LOT = 10n ** 24n;
    /** Ten round trips of 10 ETH, and the fees that they cost. */
    const trips = {
      boughtWei: 10n * LOT,
      paidWei: 100n * ETHER,
      soldWei: 10n * LOT,
      proceedsWei: 98n * ETHER,
    };

    it("is a loss of the trader who makes round trips and sends a unit to another address", () => {
      const forged = settle(
        {
          ...trips,
          net: [
            [ADA, -1n],
            [CREATOR, 1n],
          ],
        },
        [[ADA, { amountWei: 1_000n, costWei: 0n }]],
      );
      // A unit is worth less than a wei of ETH.
      expect(forged[CREATOR]).toEqual({ ...NO_FLOWS, boughtWei: 1n });
      expect(forged[ADA]).toEqual({
        ...NO_FLOWS,
        soldWei: 1n,
        paidWei: 2n * ETHER,
        realizedWei: -2n * ETHER,
      });
    });

    it("is a loss of the trader who keeps nothing and leaves a unit to another address", () => {
      const left = settle({ ...trips, soldWei: 10n * LOT - 1n, net: [[CREATOR, 1n]] });
      expect(left[CREATOR]).toEqual({ ...NO_FLOWS, boughtWei: 1n });
      expect(left[ADA]).toEqual({ ...NO_FLOWS, paidWei: 2n * ETHER, realizedWei: -2n * ETHER });
    });

    it("is a loss of the trader who leaves the purchase in the PoolManager or burns it", () => {
      const bought = { boughtWei: LOT, paidWei: 10n * ETHER };
      const given = settle({ ...bought, net: [[CREATOR, 1n]] });
      expect(given[CREATOR]).toEqual({ ...NO_FLOWS, boughtWei: 1n });
      expect(given[ADA]).toMatchObject({ paidWei: 10n * ETHER, realizedWei: -10n * ETHER });
      const own = settle({ ...bought, net: [[ADA, LOT / 4n]] });
      expect(own[ADA]).toEqual({
        ...NO_FLOWS,
        boughtWei: LOT / 4n,
        paidWei: 10n * ETHER,
        costWei: (5n * ETHER) / 2n,
        realizedWei: (-15n * ETHER) / 2n,
      });
    });

    it("is a profit of the trader who sells tokens that were in the PoolManager", () => {
      const sold = { trader: ADA, soldWei: 100n, proceedsWei: 50n };
      expect(
        settle({ ...sold, net: [[BOB, -1n]] }, [[BOB, { amountWei: 1n, costWei: 0n }]]),
      ).toEqual({
        [BOB]: { ...NO_FLOWS, soldWei: 1n, realizedWei: 0n },
        [ADA]: { ...NO_FLOWS, proceedsWei: 50n, realizedWei: 50n },
      });
    });

    it("leaves an honest purchase for two recipients and a sale of a third its whole amounts", () => {
      const honest = settle(
        {
          trader: BUNDLER,
          boughtWei: 90n,
          paidWei: 9n,
          soldWei: 40n,
          proceedsWei: 3n,
          net: [
            [ADA, 60n],
            [CREATOR, 30n],
            [BOB, -40n],
          ],
        },
        [[BOB, { amountWei: 40n, costWei: 1n }]],
      );
      expect(honest).toEqual({
        [ADA]: { ...NO_FLOWS, boughtWei: 60n, paidWei: 6n, costWei: 6n },
        [CREATOR]: { ...NO_FLOWS, boughtWei: 30n, paidWei: 3n, costWei: 3n },
        [BOB]: { ...NO_FLOWS, soldWei: 40n, proceedsWei: 3n, costWei: -1n, realizedWei: 2n },
      });
    });

    it("gives a buyer who sends more on than it bought no part of the purchase", () => {
      const sentOn = settle(
        {
          boughtWei: 100n,
          paidWei: 10n,
          net: [
            [ADA, -20n],
            [BOB, 120n],
          ],
        },
        [[ADA, { amountWei: 50n, costWei: 5n }]],
      );
      expect(sentOn).toEqual({
        [ADA]: { ...NO_FLOWS, sentWei: 20n, costWei: -2n },
        [BOB]: { ...NO_FLOWS, boughtWei: 100n, receivedWei: 20n, paidWei: 10n, costWei: 10n },
      });
    });
  });

  it("neither creates nor loses ETH or tokens, and caps a cost at the average price", () => {
    const nets: [Address, bigint][][] = [
      [],
      [[ADA, 0n]],
      [[ADA, 60n]],
      [[BOB, 1n]],
      [[ADA, -7n]],
      [[BOB, -60n]],
      [
        [ADA, 33n],
        [BOB, 67n],
      ],
      [
        [ADA, -1n],
        [BOB, 1n],
      ],
      [
        [BOB, -50n],
        [BUNDLER, 13n],
        [ADA, 3n],
      ],
    ];
    const holding: Holding = { amountWei: 100n, costWei: 41n };
    const trades = [
      [0n, 0n],
      [0n, 2n],
      [1n, 5n],
      [60n, 7n],
      [100n, 1_000n],
    ] as const;
    const all = nets.flatMap((net) =>
      trades.flatMap(([boughtWei, paidWei]) =>
        trades.map(([soldWei, proceedsWei]) => ({ net, boughtWei, paidWei, soldWei, proceedsWei })),
      ),
    );
    for (const moves of all) {
      const held = [ADA, BOB, BUNDLER].map((one): [Address, Holding] => [one, holding]);
      const flows = Object.entries(settle(moves, held));
      const text = JSON.stringify(moves, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      const sum = flows.reduce(
        (eth, [, { proceedsWei, paidWei }]) => eth + proceedsWei - paidWei,
        0n,
      );
      expect(sum, text).toBe(moves.proceedsWei - moves.paidWei);
      for (const [holder, flow] of flows) {
        const delta = new Map<string, bigint>(moves.net).get(holder) ?? 0n;
        expect(tokensOf(flow), text).toBe(delta);
        if (flow.sentWei === 0n) {
          expect(flow.realizedWei - flow.costWei, text).toBe(flow.proceedsWei - flow.paidWei);
        }
        // Addresses other than the trader pay no more than the average price, but for a rounded wei.
        if (holder !== ADA && flow.boughtWei > 0n) {
          const most = (moves.paidWei * flow.boughtWei) / moves.boughtWei + 2n;
          expect(flow.costWei <= most, text).toBe(true);
        }
      }
    }
  });
});
