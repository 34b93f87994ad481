import fc from "fast-check";
import { beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";
import { newCaller, request } from "../../setup/api/api";
import { launchToken } from "../../setup/chain/launch-token";

/** `FUZZ=long` sends many times as many requests. */
const IS_LONG = process.env.FUZZ === "long";
const RUNS = IS_LONG ? 1_500 : 60;
const TIMEOUT_MS = IS_LONG ? 600_000 : 60_000;
const ALLOWED = [200, 304, 400, 404, 429];

/** All endpoints of the Data API, its extensions and the chart datafeed. */
const all = Object.values<Operation>(OPERATIONS).filter(({ api: name }) => name === "data");
const isStream = ({ id }: Operation) => /stream/i.test(id);

let token = `0x${"12".repeat(20)}`;
beforeAll(async () => {
  token = await launchToken({ name: "Fuzz" });
});

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "null",
    "NaN",
    "-0",
    "1e400",
    "0x",
    "%00",
    "'; drop table",
    "__proto__",
    "💥",
  ),
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double().map(String),
);
const address = fc.oneof(
  fc.constant(() => token),
  fc
    .bigInt({ min: 0n, max: 2n ** 160n - 1n })
    .map((n) => () => `0x${n.toString(16).padStart(40, "0")}`),
  // An empty value would be another path.
  oddText.map((text) => () => text || "0"),
);
/** A valid, nearly valid or invalid value for the parameter. */
function candidates(schema: unknown): fc.Arbitrary<() => string> {
  const known = z.object({ enum: z.array(z.string()) }).safeParse(schema);
  const choices = known.success ? [fc.constantFrom(...known.data.enum)] : [];
  const plain = fc.oneof(...choices, number, oddText, fc.constant("5"), fc.constant("12-3"));
  return fc.oneof(
    plain.map((text) => () => text),
    address,
  );
}

const asIs = (text: string) => () => text;
const chain = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("base-sepolia", "base").map(asIs) },
  { weight: 1, arbitrary: oddText.map(asIs) },
);

/** Valid values for the required parameters. */
const FITTING: Record<string, () => string> = {
  symbol: () => token,
  resolution: () => "60",
  to: () => "4000000000",
  id: () => `0x${"12".repeat(32)}`,
  fromBlock: () => "0",
  toBlock: () => "0",
};

/** Parameters by name, sometimes repeated; in half of the cases every required parameter is valid. */
function queryOf(operation: Operation): fc.Arbitrary<() => [string, string][]> {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.query, {
    io: "input",
    unrepresentable: "any",
  });
  const names = Object.keys(properties);
  if (names.length === 0) return fc.constant(() => []);
  const one = Object.entries(properties).map(([name, schema]) =>
    candidates(schema).map((value) => ({ name, value })),
  );
  const needed = required.flatMap((name) => {
    const value = FITTING[name];
    return value === undefined ? [] : [{ name, value }];
  });
  const unusual = fc.record({ name: fc.constantFrom(...names, "x"), value: candidates(null) });
  return fc
    .record({
      chosen: fc.subarray(one).chain((some) => fc.tuple(...some)),
      isFitting: fc.boolean(),
      extra: fc.array(unusual, { maxLength: 1 }),
    })
    .map(({ chosen, isFitting, extra }) => () => {
      const others = chosen.filter(({ name }) => !required.includes(name));
      const all = isFitting ? [...needed, ...others] : [...chosen, ...extra];
      return all.map(({ name, value }): [string, string] => [name, value()]);
    });
}

const etag = fc.constantFrom("", "*", '"x"', "W/", "\u00e9", '"', ",,,");

it("covers every Data API endpoint, including extensions and the datafeed", () => {
  expect(all.length).toBeGreaterThanOrEqual(19);
  expect(all.filter(isStream)).toHaveLength(1);
});

it.each(all.filter((one) => !isStream(one)).map((operation) => ({ id: operation.id, operation })))(
  "$id returns 200, 304, 400, 404, 429 or a declared 501 for any parameters",
  { timeout: TIMEOUT_MS },
  async ({ operation }) => {
    const seen = new Set<number>();
    const allowed = operation.errors.includes("unsupported_format") ? [...ALLOWED, 501] : ALLOWED;
    const input = fc.record({ chain, address, query: queryOf(operation), etag });
    await fc.assert(
      fc.asyncProperty(input, async ({ chain, address, query, etag }) => {
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(name === "chain" ? chain() : address()),
        );
        const search = new URLSearchParams(query());
        const headers: Record<string, string> = etag === "" ? {} : { "if-none-match": etag };
        const { status, text } = await request(`${path}?${search}`, { headers });
        seen.add(status);
        expect(allowed, `${path}?${search}: ${status} ${text.slice(0, 300)}`).toContain(status);
      }),
      { numRuns: RUNS, seed: 11 },
    );
    // The run must contain both valid and invalid requests.
    expect(seen, "a good request").toSatisfy(() => seen.has(200) || seen.has(404));
    expect(seen, "a bad one").toContain(400);
  },
);

it("returns 200, 400 or 404 for any bytes in the path", { timeout: TIMEOUT_MS }, async () => {
  const bytes = fc.stringMatching(/^[!-~]{0,30}$/).filter((text) => !/[#\\]/.test(text));
  const paths = all.filter((one) => !isStream(one)).map(({ path }) => path);
  const input = fc.record({ path: fc.constantFrom(...paths), part: bytes, search: bytes });
  await fc.assert(
    fc.asyncProperty(input, async ({ path, part, search }) => {
      // One parameter is arbitrary and unencoded; a chain is always valid.
      const filled = path.replace("{chain}", "base").replace(/\{\w+\}/, () => part || "0");
      const { status, text } = await request(`${filled}?${search}`);
      const said = `${filled}?${search}: ${status} ${text.slice(0, 300)}`;
      expect([200, 304, 308, 400, 404], said).toContain(status);
    }),
    { numRuns: RUNS * 4, seed: 12 },
  );
});

it("opens or rejects a stream for any parameters", { timeout: TIMEOUT_MS }, async () => {
  const [operation] = all.filter(isStream);
  if (operation === undefined) throw new Error("there is no stream");
  const input = fc.record({ chain, query: queryOf(operation), lastEventId: oddText });
  await fc.assert(
    fc.asyncProperty(input, async ({ chain, query, lastEventId }) => {
      const path = operation.path.replace("{chain}", encodeURIComponent(chain()));
      const ended = new AbortController();
      // A header allows fewer characters than a URL.
      const id = lastEventId.replace(/[^\x21-\x7e]/g, "");
      const { status } = await fetch(
        `${inject("baseUrl")}${path}?${new URLSearchParams(query())}`,
        { headers: { "x-forwarded-for": newCaller(), "last-event-id": id }, signal: ended.signal },
      );
      ended.abort();
      expect(ALLOWED, path).toContain(status);
    }),
    { numRuns: RUNS, seed: 13 },
  );
});
