import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { shareFor } from "@/lib/shared/share-for";
import { normalizeText, searchTerms } from "../../rules/search-terms";
import { liveDataset } from "../live-dataset";
import { hex, text } from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import { indexTerms, TERM_INDEX_MS, type TermIndex } from "./search/term-index";

const LARGEST = 2_000;

/** A token as a search compares it, normalized by `normalizeText`. */
export type NamedToken = {
  address: Address;
  name: string;
  symbol: string;
  terms: readonly string[];
};

/** Finds the largest tokens of a chain, largest first, as of the last second. */
export type FindLargest = (chainId: number) => Promise<TermIndex<NamedToken>>;

const statement = prepareRaw(
  (chainId: number) => sql`select t.address, t.name, t.symbol from ${tokens} as t
    where t.dataset_id = ${liveDataset(chainId)}
    order by t.market_cap_wei desc, t.address limit ${LARGEST}`,
);

/**
 * Keeps the names of each chain's largest tokens. A search for a text that many names begin with
 * compares them here and reads only the rows that it returns.
 */
export function createLargestTokens(db: Database): FindLargest {
  const chains = new Map<number, () => Promise<TermIndex<NamedToken>>>();
  return (chainId) => {
    const read = chains.get(chainId) ?? shareFor(TERM_INDEX_MS, createReader(db, chainId));
    chains.set(chainId, read);
    return read();
  };
}

/** Reads the list. Derives the terms only of tokens that the list before did not have. */
function createReader(db: Database, chainId: number): () => Promise<TermIndex<NamedToken>> {
  let before = new Map<string, NamedToken>();
  return async () => {
    const now = new Map<string, NamedToken>();
    for (const row of await statement(db, chainId, {})) {
      const named = { address: hex(row.address), name: text(row.name), symbol: text(row.symbol) };
      // After a reorg, an address can have another name.
      const key = JSON.stringify(named);
      now.set(key, before.get(key) ?? toNamed(named));
    }
    before = now;
    return indexTerms([...now.values()]);
  };
}

function toNamed(token: { address: Address; name: string; symbol: string }): NamedToken {
  return {
    address: token.address,
    name: normalizeText(token.name),
    symbol: normalizeText(token.symbol),
    terms: searchTerms(token),
  };
}
