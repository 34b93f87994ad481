import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { streamEvent } from "@/lib/features/stream/schema";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { config } from "@/lib/features/system/schema";
import { OPERATIONS } from "@/lib/operations/all";
import { hasShape, type Shape } from "@/lib/web/reads/has-shape";
import { LIST_SHAPES, STREAM_SHAPE } from "@/lib/web/reads/list-shapes";
import { TOKEN_SHAPES } from "@/lib/web/reads/token-shapes";
import { valuesOf } from "../../setup/api/schema-arbitrary";

/** The modules of reads, with what each holds. */
const MODULES = {
  "list-shapes": ["getConfig", "getToken", "listNewTokens", "listTokens", "searchTokens"],
  "token-shapes": [
    "getNames",
    "getPosition",
    "getTokenDetails",
    "getTokenFees",
    "getTokenMarks",
    "getTokenPrice",
    "getTokenSafety",
    "getTokenVideo",
    "listCandles",
    "listHistory",
    "listHolders",
    "listTraders",
    "listTrades",
  ],
} as const;
const READ_SHAPES = { ...LIST_SHAPES, ...TOKEN_SHAPES };
const READS = Object.values(MODULES).flat();

const schemaPart = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
});
const literal = z.union([z.string(), z.number(), z.boolean()]);
const SIMPLE = new Map<string, Shape>([
  ["string", "text"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "flag"],
  ["null", "null"],
]);

/** The shape that a JSON Schema describes, without patterns and bounds. */
function shapeOf(schema: unknown): Shape {
  const part = schemaPart.parse(schema);
  if ("const" in part) return { is: literal.parse(part.const) };
  if (part.enum !== undefined) return { oneOf: part.enum.map((is) => ({ is })) };
  const choices = part.anyOf ?? part.oneOf;
  if (choices !== undefined) return { oneOf: choices.map(shapeOf) };
  const { type } = part;
  if (type === undefined) return "anything";
  if (Array.isArray(type)) return { oneOf: type.map((one) => shapeOf({ ...part, type: one })) };
  if (type === "array") return { list: shapeOf(part.items ?? {}) };
  if (type === "object") return fieldsOf(part);
  const simple = SIMPLE.get(type);
  if (simple === undefined) throw new Error(`unknown type ${type}`);
  return simple;
}

function fieldsOf(part: z.output<typeof schemaPart>): Shape {
  const { properties, required = [], additionalProperties } = part;
  if (properties === undefined) return { each: shapeOf(additionalProperties ?? {}) };
  const shapes = Object.entries(properties).map(
    ([name, schema]) => [name, shapeOf(schema)] as const,
  );
  const fields = Object.fromEntries(shapes.filter(([name]) => required.includes(name)));
  const maybe = Object.fromEntries(shapes.filter(([name]) => !required.includes(name)));
  return Object.keys(maybe).length === 0 ? { fields } : { fields, maybe };
}

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

describe("reads of pages", () => {
  it("have the paths and response shapes of their operations (write them anew with -u)", async () => {
    for (const [name, ids] of Object.entries(MODULES)) {
      const shapes = Object.fromEntries(
        ids.map((id) => {
          const { path, response } = OPERATIONS[id];
          return [id, { path, response: shapeOf(jsonSchema(response)) }];
        }),
      );
      const constant = name.toUpperCase().replace("-", "_");
      const generated = "// biome-ignore format: generated";
      const text = [
        'import type { Shape } from "./has-shape";',
        "",
        "// Written by tests/unit/web/reads.test.ts -u. Do not edit.",
        "",
        generated,
        `export const ${constant} = ${JSON.stringify(shapes)} as const satisfies Record<string, { path: string; response: Shape }>;`,
        ...(name === "list-shapes"
          ? [
              generated,
              `export const STREAM_SHAPE: Shape = ${JSON.stringify(shapeOf(jsonSchema(streamEvent)))};`,
            ]
          : []),
        "",
      ].join("\n");
      await expect(text).toMatchFileSnapshot(`../../../lib/web/reads/${name}.ts`);
    }
  });

  it("are GET requests with the id of their operation", async () => {
    // Not before: a read without a shape cannot be built.
    const reads = {
      ...(await import("@/lib/web/reads/list-reads")),
      ...(await import("@/lib/web/reads/token-reads")),
    };
    for (const id of READS) {
      expect(OPERATIONS[id].method, id).toBe("GET");
      expect(reads[id]).toMatchObject({ id, path: OPERATIONS[id].path });
    }
  });

  it("accept every response that the schema allows", () => {
    for (const id of READS) {
      const { response } = OPERATIONS[id];
      const allowed = valuesOf(z.toJSONSchema(response, { io: "input", unrepresentable: "any" }));
      fc.assert(
        fc.property(allowed, (answer) => hasShape(READ_SHAPES[id].response, answer)),
        { numRuns: 50 },
      );
    }
  });

  it("accept a configuration of a server that does not report its mailbox yet", () => {
    const { mailbox: _, ...earlier } = config.parse(CONFIG_EXAMPLES.response);
    expect(hasShape(READ_SHAPES.getConfig.response, earlier)).toBe(true);
  });

  it("reject a response that lacks a field or has another type", () => {
    const token = {
      tokenAddress: "0x1",
      symbol: "A",
      name: "A",
      marketCapETH: "1",
      createdAt: 1,
      image: null,
      description: null,
      fairLaunchActive: false,
    };
    const answer = (item: object) => ({
      data: [item],
      pagination: { limit: 1, offset: 0 },
      meta: { network: "testnet", timestamp: 1 },
    });
    const { response } = READ_SHAPES.listTokens;
    expect(hasShape(response, answer(token))).toBe(true);
    expect(hasShape(response, answer({ ...token, later: "field" }))).toBe(true);
    const { name: _, ...nameless } = token;
    expect(hasShape(response, answer(nameless))).toBe(false);
    expect(hasShape(response, answer({ ...token, createdAt: "1" }))).toBe(false);
    expect(hasShape(response, answer({ ...token, volume24h: 1 }))).toBe(false);
    expect(hasShape(response, [])).toBe(false);
    expect(hasShape(response, null)).toBe(false);
    expect(hasShape(STREAM_SHAPE, { id: "1", event: "ready", data: { block: "1" } })).toBe(false);
  });
});
