import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { lettersOf, type SearchTerm } from "@/lib/shared/edit-distance";
import { firstIndex } from "@/lib/shared/first-index";
import { shareFor } from "@/lib/shared/share-for";
import { normalizeText, searchTerms } from "../../rules/search-terms";
import { liveDataset } from "../live-dataset";
import { hex, text } from "../raw-columns";
import { tokens } from "../tables";

/** How long a list is used. It decides only which rows a search reads; their order is current. */
const KEPT_MS = 1_000;
const LARGEST = 2_000;

/** A token as a search compares it, normalized by `normalizeText`. */
export type NamedToken = {
  address: Address;
  name: string;
  symbol: string;
  terms: readonly SearchTerm[];
};

export type LargestTokens = {
  /** Largest first. */
  tokens: readonly NamedToken[];
  /** Those with a term that begins with one of the texts, largest first. */
  startingWith(texts: readonly string[]): readonly NamedToken[];
};

/** Finds the largest tokens of a chain as of the last second. */
export type FindLargest = (chainId: number) => Promise<LargestTokens>;

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
  const chains = new Map<number, () => Promise<LargestTokens>>();
  return (chainId) => {
    const read = chains.get(chainId) ?? shareFor(KEPT_MS, createReader(db, chainId));
    chains.set(chainId, read);
    return read();
  };
}

/** Reads the list. Derives the terms only of tokens that the list before did not have. */
function createReader(db: Database, chainId: number): () => Promise<LargestTokens> {
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
    return indexNames([...now.values()]);
  };
}

/** More matches than this are found faster by comparing all names than by sorting the matches. */
const RANGE_MAX = 100;

function indexNames(all: readonly NamedToken[]): LargestTokens {
  const terms = all
    .flatMap((token, place) => token.terms.map(({ term }) => ({ term, place })))
    .sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : 0));

  /** The places of the tokens in `all`; null for too many. */
  function findPlaces(texts: readonly string[]): Set<number> | null {
    const places = new Set<number>();
    for (const text of texts) {
      const first = firstIndex(terms, ({ term }) => term >= text);
      for (let at = first; terms[at]?.term.startsWith(text); at += 1) {
        places.add(terms[at]?.place ?? 0);
        if (places.size > RANGE_MAX) return null;
      }
    }
    return places;
  }
  return {
    tokens: all,
    startingWith(texts) {
      const places = findPlaces(texts);
      if (places !== null) {
        return [...places].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
      }
      const isMatch = ({ term }: SearchTerm) => texts.some((text) => term.startsWith(text));
      return all.filter((token) => token.terms.some(isMatch));
    },
  };
}

function toNamed(token: { address: Address; name: string; symbol: string }): NamedToken {
  return {
    address: token.address,
    name: normalizeText(token.name),
    symbol: normalizeText(token.symbol),
    terms: searchTerms(token).map((term) => ({ term, letters: lettersOf(term) })),
  };
}
