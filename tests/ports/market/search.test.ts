import { sql } from "drizzle-orm";
import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedMarket, seedToken } from "@/bench/seed-market";
import { sizeClass } from "@/lib/features/market/rules/market-cap";
import { createMarket } from "@/lib/features/market/store/create-market";
import { addTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
/** More than the names that a server keeps. */
const TOKENS = 2_600;
const LIMIT = 20;
/** The market cap in wei of a `cap` of 1, as in the seed. */
const CAP_UNIT = 10n ** 12n;

type Named = { address: `0x${string}`; name: string; symbol: string; cap: number };
const byNumber = (n: number): Named => ({
  address: getAddress(seedToken(n)),
  name: `Token ${n}`,
  symbol: `T${n}`,
  cap: (n * 7_919) % 1_000_003,
});

describe("search", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  const all = Array.from({ length: TOKENS }, (_, n) => byNumber(n)).sort((a, b) => b.cap - a.cap);
  const smallest = all.slice(-40);

  beforeAll(async () => {
    database = await startTestDatabase();
    const size = { chainId: CHAIN, tokens: TOKENS, trades: 0, holders: 0 };
    await seedMarket(database.db, size);
    // Many of one name among the largest, and some that only the index knows.
    for (const token of all.slice(0, 80)) await rename(token, "Goat Coin", "GOAT");
    for (const token of [...all.slice(80, 85), ...smallest]) await rename(token, "Goat", "GOAT");
    for (const token of smallest.slice(0, 5)) await rename(token, "Token", "TOKEN");
    // More than a search ranks have this word in their name; for one it is the symbol, for one the name.
    const small = all.slice(-600, -40);
    for (const [n, token] of small.entries()) {
      if (n % 3 === 0) await rename(token, `My ${token.cap} Moon`, "MINE");
    }
    for (const token of small.slice(-1)) await rename(token, "Round", "MOON");
    for (const token of small.slice(-2, -1)) await rename(token, "Moon", "ROUND");
  });
  afterAll(() => database.stop());

  async function rename(token: Named, name: string, symbol: string): Promise<void> {
    Object.assign(token, { name, symbol });
    const address = Buffer.from(token.address.slice(2), "hex");
    await database.db.execute(sql`
      update market.tokens set name = ${name}, symbol = ${symbol} where address = ${address}`);
    await database.db.execute(sql`delete from market.token_terms where token = ${address}`);
    const sized = { ...token, marketCapWei: BigInt(token.cap) * CAP_UNIT };
    await addTerms(database.db, CHAIN, [sized]);
  }

  /** The expected result of a search, from all tokens. */
  function expected(text: string, limit: number, hidden: readonly string[] = []): string[] {
    const score = ({ name, symbol }: Named) =>
      (symbol.toLowerCase() === text ? 2 : 0) + (name.toLowerCase() === text ? 1 : 0);
    return all
      .filter(({ address }) => !hidden.includes(address))
      .filter(({ name, symbol }) =>
        [name, ...name.split(" ").slice(1), symbol].some((term) =>
          term.toLowerCase().startsWith(text),
        ),
      )
      .toSorted((a, b) => score(b) - score(a) || b.cap - a.cap)
      .slice(0, limit)
      .map(({ address }) => address);
  }
  const searching = (text: string, limit = LIMIT, hidden: `0x${string}`[] = []) =>
    createMarket(database.db, {
      tokenOf: () => null,
      isRemoved: () => false,
      hiddenByList: () => hidden,
    }).searchTokens({ chainId: CHAIN, texts: [text], limit });
  const addresses = (rows: readonly { address: string }[]) => rows.map(({ address }) => address);

  it.each([
    ["one token", "token 77", LIMIT],
    ["a few tokens", "token 1", 50],
    ["a letter of nearly all", "t", LIMIT],
    ["a word of nearly all, which small tokens have as their symbol", "token", LIMIT],
    ["a symbol of many of the largest", "goat", LIMIT],
    ["a symbol of more than the largest", "goat", 90],
    ["the beginning of a symbol of many", "go", 50],
    ["a symbol and a name that are a word of many names", "moon", 2],
    ["nothing", "zebra", LIMIT],
  ])("finds the best of all tokens: %s", async (_, text, limit) => {
    expect(addresses(await searching(text, limit))).toEqual(expected(text, limit));
  });

  it("finds others where moderators have hidden the largest", async () => {
    const hidden = all.slice(0, 500).map(({ address }) => address);
    for (const text of ["t", "goat", "token"]) {
      expect(addresses(await searching(text, LIMIT, hidden))).toEqual(
        expected(text, LIMIT, hidden),
      );
    }
  });

  it("finds other similar names where moderators have hidden the best", async () => {
    const goats = all.filter(({ symbol }) => symbol === "GOAT").map(({ address }) => address);
    const hidden = goats.slice(0, 60);
    const market = createMarket(database.db, {
      tokenOf: () => null,
      isRemoved: () => false,
      hiddenByList: () => hidden,
    });
    const found = await market.findSimilarTokens({ chainId: CHAIN, text: "gaot", limit: LIMIT });
    expect(addresses(found)).toEqual(goats.slice(60, 60 + LIMIT));
  });

  it("orders by market caps of now, and finds a new name at once", async () => {
    const market = createMarket(database.db);
    const find = (text: string) => market.searchTokens({ chainId: CHAIN, texts: [text], limit: 1 });
    const [first] = await find("t");
    const [best, other] = expected("t", 2);
    expect(first?.address).toBe(best);
    const address = Buffer.from((other ?? "").slice(2), "hex");
    await database.db.execute(sql`
      update market.tokens set market_cap_wei = 10::numeric ^ 30 where address = ${address}`);
    expect(addresses(await find("t"))).toEqual([other]);
    await database.db.execute(sql`
      insert into market.token_terms (dataset_id, term, token) values (${CHAIN}, 'walrus', ${address})`);
    expect(addresses(await find("walrus"))).toEqual([other]);
  });

  it("ranks the largest of more matches than it reads", async () => {
    const mine = all.filter(({ symbol }) => symbol === "MINE");
    const sizes = mine.map(({ cap }) => sizeClass(BigInt(cap) * CAP_UNIT));
    const largest = Math.max(...sizes);
    const limit = 50;
    expect(sizes.filter((size) => size === largest).length).toBeGreaterThan(limit);
    expect(sizes.length).toBeGreaterThan(2 * limit);
    const caps = (await searching("my", limit)).map(({ marketCapWei }) => marketCapWei);
    expect(caps.map(sizeClass)).toEqual(Array(limit).fill(largest));
    expect(caps).toEqual(caps.toSorted((a, b) => (a < b ? 1 : -1)));
  });

  it("finds names with typos, fewest first", async () => {
    const market = createMarket(database.db);
    const similar = (text: string) =>
      market.findSimilarTokens({ chainId: CHAIN, text, limit: LIMIT });
    const goats = all.filter(({ symbol }) => symbol === "GOAT").map(({ address }) => address);
    expect(goats).toEqual(expect.arrayContaining(addresses(await similar("gaot"))));
    expect(await similar("gaot")).toHaveLength(LIMIT);
    // A token that is not among the largest is found by its first two letters.
    const small = all.at(-100);
    const name = small?.name.toLowerCase().replace("ken", "kne") ?? "";
    expect(addresses(await similar(name))).toContain(small?.address);
    expect(await similar("xylophone")).toEqual([]);
  });
});
