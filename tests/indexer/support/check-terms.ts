import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import type { Fixture } from "./create-fixture";
import type { NaiveMarket } from "./naive/market";
import { capNow } from "./naive/responses";

const stored = z.array(
  z.object({ token: z.string(), term: z.string(), kind: z.number(), size: z.number() }),
);

/** Compares what each term of each token is, and its size class. Call it after ranks were derived. */
export async function checkTerms(
  fixture: Fixture,
  datasetId: number,
  market: NaiveMarket,
): Promise<void> {
  const { rows } = await fixture.db.execute(sql`
    select '0x' || encode(token, 'hex') as token, term, kind, size from market.token_terms
    where dataset_id = ${datasetId} order by token, term collate "C"`);
  const byAddress = market.tokens.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const expected = byAddress.flatMap((token) => {
    const [name, symbol] = [token.name.toLowerCase(), token.symbol.toLowerCase()];
    const words = name.split(" ");
    const terms = [...words.map((_, at) => words.slice(at).join(" ")), symbol, token.address];
    const size = capNow(token).toString(2).length;
    return [...new Set(terms)].toSorted().map((term) => ({
      token: token.address,
      term,
      size,
      kind: Number(term === name) + 2 * Number(term === symbol),
    }));
  });
  expect(stored.parse(rows)).toEqual(expected);
}
