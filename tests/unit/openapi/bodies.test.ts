import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputSchema } from "@/lib/openapi/to-json-schema";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";

const node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

const fields = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
});

/** Every unbounded place in a schema. */
function unbounded(schema: unknown, path: string): string[] {
  const part = node.parse(schema);
  const types = typeof part.type === "string" ? [part.type] : (part.type ?? []);
  const has = (...keys: string[]) => keys.some((key) => part[key] !== undefined);
  const isMissing = {
    string: !has("enum", "const") && !has("maxLength") && !has("pattern"),
    array: !has("maxItems"),
    integer: !has("minimum") || !has("maximum"),
    number: !has("maximum"),
  };
  const own = Object.entries(isMissing).flatMap(([type, isIt]) =>
    isIt && types.includes(type) ? [`${path}: ${type}`] : [],
  );
  return [
    ...own,
    ...(part.anyOf ?? []).flatMap((one) => unbounded(one, path)),
    ...Object.entries(part.properties ?? {}).flatMap(([name, one]) =>
      unbounded(one, `${path}.${name}`),
    ),
    ...(part.items === undefined ? [] : unbounded(part.items, `${path}[]`)),
  ];
}

/** Ids of JSON-RPC calls are any number; the relay echoes them. */
const FREE = /^relayRpc(\[\])?\.id: number$/;

describe("documented request bodies", () => {
  const bodies = DOCUMENTED_OPERATIONS.filter(
    ({ bodyBytesMax, form }) => bodyBytesMax > 0 && form === undefined,
  );

  it.each(bodies)("$id: bounds every text, number and list", ({ id, body }) => {
    expect(unbounded(inputSchema(body), id).filter((place) => !FREE.test(place))).toEqual([]);
  });

  it.each(bodies.filter(({ examples }) => examples?.body !== undefined))(
    "$id: the bounds accept its examples",
    ({ body, examples }) => {
      const schema = z.fromJSONSchema(inputSchema(body));
      for (const value of [examples?.body, ...Object.values(examples?.otherBodies ?? {})]) {
        expect(schema.safeParse(value).error?.issues).toBeUndefined();
      }
    },
  );

  it.each(bodies)("$id: each optional field may be null", ({ body, examples }) => {
    const { properties = {}, required } = fields.parse(inputSchema(body));
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const example = z.looseObject({}).parse(examples?.body ?? {});
    const refused = optional.filter((name) => {
      const { error } = body.safeParse({ ...example, [name]: null });
      return error?.issues.some(({ path }) => path[0] === name);
    });
    expect(refused).toEqual([]);
  });
});
