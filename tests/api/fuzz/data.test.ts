import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";
import { request } from "../../setup/api";
import { launchToken } from "../../setup/launch-token";

const ALLOWED = [200, 304, 400, 404, 429];

const operations = Object.values<Operation>(OPERATIONS).filter(
  // A stream does not end by itself.
  ({ interface: name, id }) => name === "data" && !/stream/i.test(id),
);

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
  // Nothing at all would be another path.
  oddText.map((text) => () => text || "0"),
);
/** A value that fits, nearly fits or does not fit the parameter. */
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

it.each(operations.map((operation) => ({ id: operation.id, operation })))(
  "$id answers any parameters with 200, 304, 400, 404 or 429",
  { timeout: 60_000 },
  async ({ operation }) => {
    const { properties = {} } = z.toJSONSchema(operation.query, {
      io: "input",
      unrepresentable: "any",
    });
    const query = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, candidates(one)])),
      { requiredKeys: [] },
    );
    const input = fc.record({ chain, address, query, etag: fc.constantFrom("", "*", '"x"', "W/") });
    await fc.assert(
      fc.asyncProperty(input, async ({ chain, address, query, etag }) => {
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(name === "chain" ? chain() : address()),
        );
        const search = new URLSearchParams(
          Object.entries(query).flatMap(([name, value]) => (value ? [[name, value()]] : [])),
        );
        const headers: Record<string, string> = etag === "" ? {} : { "if-none-match": etag };
        const { status, text } = await request(`${path}?${search}`, { headers });
        expect(ALLOWED, `${path}?${search}: ${status} ${text.slice(0, 300)}`).toContain(status);
      }),
      { numRuns: 60, seed: 11 },
    );
  },
);
