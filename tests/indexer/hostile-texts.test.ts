import { asc, eq } from "drizzle-orm";
import { type Hex, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchTerms } from "@/lib/features/market/rules/search-terms";
import { tokenTerms } from "@/lib/features/market/store/tables/series-tables";
import { blocks, tokens } from "@/lib/features/market/store/tables/tables";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createFixture, type Fixture } from "./support/create-fixture";
import { launchBytes, type Texts } from "./support/launch-bytes";
import { type SeededRandom, seededRandom } from "./support/seeded-random";
import { startReorgChain } from "./support/test-chains";

/** More than 64 rows of a table are copied instead of inserted. */
const RANDOM = 60;

const NAME_BYTES = 256;
const SYMBOL_BYTES = 32;
const URI_BYTES = 1_024;

const both = (text: string): Texts => ({ name: toHex(text), symbol: toHex(text) });
const filled = (byte: Hex, length: number): Hex => `0x${byte.slice(2).repeat(length)}`;

/** Texts that anyone can launch a token with, and that each break some way of storing them. */
const HOSTILE: readonly Texts[] = [
  // Equal up to half of a surrogate pair, where the search terms are cut.
  { name: toHex("ﷺﷺﷺﷺﷺ㌖㌅😀"), symbol: toHex("ﷺﷺﷺﷺﷺ㌖㌅🀀") },
  both("ﷺ".repeat(SYMBOL_BYTES / 3)),
  both("😀".repeat(SYMBOL_BYTES / 4)),
  both("\0"),
  both("a\0b"),
  both("\u202eGOAT\u202c"),
  both("\u200b\u2060\ufeff\u00ad"),
  both(" \t\n\r\u2028\u3000"),
  both("\\N"),
  both("\\."),
  both('NULL,{"a\\",b}\\'),
  both("İSTANBUL ẞ ﬃ"),
  both("'); drop table market.tokens"),
  // Not UTF-8: stray and overlong bytes, a surrogate, a text that ends early.
  { name: "0x80c0af", symbol: "0xeda080" },
  { name: "0xf0908d", symbol: "0xfffe00" },
  {
    name: filled("0xff", NAME_BYTES),
    symbol: filled("0xff", SYMBOL_BYTES),
    tokenUri: filled("0xff", URI_BYTES),
  },
  { name: filled("0xf4", NAME_BYTES), symbol: filled("0x00", SYMBOL_BYTES), tokenUri: "0x" },
];

const randomBytes = (random: SeededRandom, length: number): Hex =>
  toHex(Uint8Array.from({ length }, () => random.below(256)));

/** Random characters of planes in which the normalization of search terms changes many. */
function randomText(random: SeededRandom, bytes: number): Hex {
  const planes = [0x00a0, 0x3200, 0xfb00, 0xfc00, 0x1_d400, 0x1_f100];
  let text = "";
  for (;;) {
    const next = `${text}${String.fromCodePoint(random.pick(planes) + random.below(256))}`;
    if (Buffer.byteLength(next) > bytes) return toHex(text);
    text = next;
  }
}

describe("texts of tokens that are launched directly on the chain", () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let indexer: Awaited<ReturnType<typeof fixture.startIndexer>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
  });
  afterAll(() => fixture.stop());

  const storedTokens = () =>
    fixture.db
      .select({ address: tokens.address, name: tokens.name, symbol: tokens.symbol })
      .from(tokens)
      .orderBy(asc(tokens.address));

  async function expectIndexed(launched: readonly Hex[]): Promise<void> {
    await fixture.untilIndexed();
    const stored = await storedTokens();
    expect(stored.map(({ address }) => address)).toEqual(
      launched.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    const terms = await fixture.db
      .select({ token: tokenTerms.token, term: tokenTerms.term })
      .from(tokenTerms);
    const expected = stored.flatMap((token) =>
      searchTerms(token).map((term) => ({ token: token.address, term })),
    );
    expect(new Set(terms.map(({ token, term }) => `${token} ${term}`))).toEqual(
      new Set(expected.map(({ token, term }) => `${token} ${term}`)),
    );
  }

  it("never stop the indexer, in one batch or block by block, and reorgs revert them", async () => {
    const random = seededRandom(11);
    const launched: Hex[] = [];
    for (const texts of HOSTILE) launched.push(await launchBytes(fixture, texts));
    for (let i = 0; i < RANDOM; i += 1) {
      const write = i % 2 === 0 ? randomBytes : randomText;
      launched.push(
        await launchBytes(fixture, {
          name: write(random, NAME_BYTES),
          symbol: write(random, SYMBOL_BYTES),
          tokenUri: write(random, URI_BYTES),
        }),
      );
    }
    indexer = await fixture.startIndexer();
    await expectIndexed(launched);

    await fixture.chain.reorg(launched.length);
    await expectIndexed([]);

    const again: Hex[] = [];
    for (const texts of HOSTILE) again.push(await launchBytes(fixture, texts));
    await expectIndexed(again);
  });

  it("leave a block that the database rejects as the first that is missing, and the log names it", async () => {
    const before = await fixture.findCheckpoint();
    if (before === null) throw new Error("nothing is indexed");
    const rejected = before.block + 6;
    const conflict = { datasetId: fixture.chainId, number: rejected, hash: before.hash };
    await fixture.db.insert(blocks).values(conflict);

    // While it is paused, the blocks become one batch.
    process.kill(indexer.pid, "SIGSTOP");
    for (let i = 0; i < 8; i += 1) await fixture.launch({ name: `After ${i}` });
    process.kill(indexer.pid, "SIGCONT");
    const isThere = async () => (await fixture.findCheckpoint())?.block === rejected - 1;
    expect(await waitUntil(isThere, { timeoutMs: 20_000 })).toBe(true);
    expect(await indexer.untilSaid(`"block":${rejected}`)).toBe(true);
    expect(indexer.output()).toContain("stopped: the database rejects a block");

    await fixture.db.delete(blocks).where(eq(blocks.number, rejected));
    await fixture.untilIndexed();
  });
});
