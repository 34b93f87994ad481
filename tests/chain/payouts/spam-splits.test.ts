import { type SQLWrapper, sql } from "drizzle-orm";
import { type Address, getAddress, parseEther, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPayables } from "@/lib/features/fees/find-payables";
import { readIndexedEarnings } from "@/lib/features/fees/read-indexed-earnings";
import { MANAGERS_MAX, readAccount } from "@/lib/features/market/store/read-account";
import {
  managerPools,
  managerShares,
  managers,
} from "@/lib/features/market/store/tables/manager-tables";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { CHAINS } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

const CHAIN = "base-sepolia";
const SPLITS = 5_000;
const CHANGES = 3_000;

describe("a recipient that strangers name in thousands of worthless splits", () => {
  let fixture: ServiceFixture;
  beforeAll(async () => {
    fixture = await createServiceFixture();
  });
  afterAll(() => fixture.stop());

  async function launchFor(email: string) {
    const split = "10000000";
    const { token, manager } = await fixture.launch({
      feeSplitRecipients: [{ type: "email", id: email, split }],
    });
    if (manager === null) throw new Error("no manager");
    return { token, manager: getAddress(manager) };
  }

  async function liveDataset() {
    const [dataset] = await fixture.db.select({ id: datasets.id }).from(datasets);
    if (dataset === undefined) throw new Error("nothing is indexed");
    return dataset;
  }

  it("is read as one exact sum, however often the shares of a split were changed", async () => {
    const { db, chainId } = fixture;
    const account = getAddress(toHex(1n << 150n, { size: 20 }));
    await fixture.untilIndexed();
    const dataset = await liveDataset();
    const manager = getAddress(toHex(1n << 151n, { size: 20 }));
    const split = { datasetId: dataset.id, manager };
    await db.insert(managers).values({
      datasetId: dataset.id,
      address: manager,
      kind: "dynamic_split",
      owner: manager,
      bps: 0,
      generation: CHANGES,
    });
    const generations = Array.from({ length: CHANGES }, (_, generation) => generation);
    const pools = generations.map((generation) => ({
      ...split,
      generation,
      recordedWei: 10n ** 20n + BigInt(generation),
    }));
    const shares = generations.map((generation) => ({
      ...split,
      generation,
      account,
      share: 3_333_333 + (generation % 7),
    }));
    await db.insert(managerPools).values(pools);
    await db.insert(managerShares).values(shares);
    const scaled = pools.reduce(
      (sum, { recordedWei }, index) => sum + recordedWei * BigInt(shares[index]?.share ?? 0),
      0n,
    );

    let characters = 0;
    const counting: typeof db.transaction = (work, options) =>
      db.transaction((tx) => {
        function execute<Row extends Record<string, unknown>>(query: string | SQLWrapper) {
          const statement = tx.execute<Row>(query);
          const run = statement.execute;
          statement.execute = async () => {
            const result = await run();
            characters += JSON.stringify(result.rows).length;
            return result;
          };
          return statement;
        }
        return work(Object.assign(Object.create(tx), { execute }));
      }, options);
    const ledger = await readAccount(Object.assign(Object.create(db), { transaction: counting }), {
      chainId,
      address: account,
    });
    expect(ledger.managers).toMatchObject([{ address: manager, claimableWei: scaled / 10n ** 7n }]);
    expect(characters).toBeGreaterThan(100);
    expect(characters).toBeLessThan(10_000);
  });

  it("is still paid from the split that owes it", async () => {
    const { ctx, db } = fixture;
    const email = "known@example.com";
    const { address: account } = await ctx.wallets.resolve({ type: "email", id: email });
    const own = [await launchFor(email), await launchFor(email)];
    for (const { token } of own) await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();

    const dataset = await liveDataset();
    const spam = Array.from(
      { length: SPLITS },
      (_, n): Address => getAddress(toHex(n + 1, { size: 20 })),
    );
    const split = { datasetId: dataset.id, generation: 0 };
    await db.insert(managers).values(
      spam.map((address) => ({
        ...split,
        address,
        kind: "static_split" as const,
        owner: address,
        bps: 0,
      })),
    );
    await db
      .insert(managerShares)
      .values(spam.map((manager) => ({ ...split, manager, account, share: 10_000_000 })));
    await db.execute(sql`analyze`);

    const chain = chainOf(ctx);
    const lookups: number[] = [];
    const counted: typeof chain = {
      ...chain,
      releasableWei(of, tokens, list) {
        lookups.push(tokens.length * list.length);
        return chain.releasableWei(of, tokens, list);
      },
    };
    const payables = await findPayables({ ctx, input: { chain: counted, account } });
    expect(payables.map(({ source }) => getAddress(source)).sort()).toEqual(
      own.map(({ manager }) => manager).sort(),
    );
    expect(Math.max(...lookups)).toBeLessThanOrEqual(200);

    const ledger = await ctx.market.readAccount({
      chainId: CHAINS[CHAIN].chainId,
      address: account,
    });
    expect(ledger.managers).toHaveLength(MANAGERS_MAX);
    expect(ledger.isComplete).toBe(true);
    const earning = ledger.managers.filter(({ claimableWei }) => claimableWei > 0n);
    expect(earning.map(({ address }) => address).sort()).toEqual(
      own.map(({ manager }) => manager).sort(),
    );
    const earnings = await readIndexedEarnings({ ctx, input: { chain: CHAIN, account } });
    expect(earnings.managers).toHaveLength(100);
    const sum = earning.reduce((total, { claimableWei }) => total + claimableWei, 0n);
    expect(earnings.claimable).toBe(formatWei(sum));
  });
});
