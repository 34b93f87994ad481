import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dataDocument, launchDocument } from "@/lib/openapi/documents";
import { inputSchema, outputSchema } from "@/lib/openapi/to-json-schema";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

const scalar = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
type Scalar = z.output<typeof scalar>;

const URL = "https://launchpad.example";
const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: scalar })),
      }),
    ),
  ),
});

/** Every query parameter with its documented schema and the service's parser. */
const parameters = DOCUMENTED_OPERATIONS.flatMap(({ id, query, examples }) =>
  Object.entries(inputSchema(query).properties ?? {}).map(([name, property]) => {
    const others = examples?.query ?? {};
    return {
      title: `${id} ${name}`,
      name,
      schema: scalar.parse(property),
      example: others[name],
      problems: (given: Record<string, string>) =>
        query
          .safeParse({ ...NEUTRAL, ...others, ...given })
          .error?.issues.map(({ path }) => String(path[0])) ?? [],
      accepts: (value: string) => query.safeParse({ ...NEUTRAL, ...others, [name]: value }).success,
      /** The parsed value of a parameter, or its default; undefined when it is rejected. */
      read: (value?: string) => {
        const all: Record<string, string> = { ...NEUTRAL, ...others };
        delete all[name];
        if (value !== undefined) all[name] = value;
        const read = z.record(z.string(), z.unknown()).safeParse(query.safeParse(all).data);
        return read.data?.[name];
      },
    };
  }),
);
/** Unrestricted ranges, so that only the tested parameter can be invalid. */
const NEUTRAL: Record<string, string> = { from: "0", to: "99999999999" };
const RANGE_ENDS = ["from", "to", "fromBlock", "toBlock"];
const isInteger = ({ schema }: { schema: Scalar }) => schema.type === "integer";

function parametersNamed(spec: unknown, name: string): Scalar[] {
  return Object.values(document.parse(spec).paths)
    .flatMap((methods) => Object.values(methods).flatMap((one) => one.parameters))
    .filter((one) => one.name === name)
    .map(({ schema }) => schema);
}

describe("documented parameters", () => {
  it("are integers wherever the service parses a number", () => {
    const wrong = parameters
      .filter(({ read, example }) => typeof read(example ?? "7") === "number")
      .filter((parameter) => !isInteger(parameter))
      .map(({ title }) => title);
    expect(wrong).toEqual([]);
    const names = new Set(parameters.filter(isInteger).map(({ name }) => name));
    expect([...names].toSorted()).toEqual([
      "countback",
      "from",
      "fromBlock",
      "limit",
      "maxheight",
      "maxwidth",
      "offset",
      "to",
      "toBlock",
    ]);
  });

  it.each(parameters.filter(isInteger))("$title: has the bounds of the service", (one) => {
    const { minimum, maximum } = z
      .object({ minimum: z.number(), maximum: z.number() })
      .parse(one.schema);
    const isRangeEnd = RANGE_ENDS.includes(one.name);
    if (!isRangeEnd) expect(one.accepts(String(minimum))).toBe(true);
    if (!isRangeEnd) expect(one.accepts(String(maximum))).toBe(true);
    expect(one.accepts(String(minimum - 1))).toBe(false);
    // Past the end of every list: an empty one.
    const isCapped = one.name === "offset";
    expect(one.accepts(String(maximum + 1))).toBe(isCapped);
    for (const text of ["1.5", "1e1", "", "x"]) expect(one.accepts(text), text).toBe(false);
  });

  it.each(parameters.filter(({ schema }) => schema.default !== undefined))(
    "$title: has the default of the service",
    ({ schema, read }) => {
      expect(read()).toBe(schema.default);
    },
  );

  it.each(parameters.filter(({ schema }) => schema.enum ?? schema.type === "boolean"))(
    "$title: accepts every documented value and rejects others",
    ({ schema, accepts }) => {
      for (const value of schema.enum ?? ["true", "false"]) expect(accepts(value)).toBe(true);
      expect(accepts("another")).toBe(false);
    },
  );

  it.each(parameters.filter(({ accepts }) => !accepts("wrong!")))(
    "$title: has one error if it is wrong, and none about how it compares",
    ({ name, problems }) => {
      expect(problems({ [name]: "wrong!" })).toEqual([name]);
    },
  );

  it.each([
    [{ marketCapMin: "wrong", marketCapMax: "5" }, ["marketCapMin"]],
    [{ ageMin: "5", ageMax: "wrong" }, ["ageMax"]],
    [{ manager: "wrong", managerAddress: `0x${"1".repeat(40)}` }, ["manager"]],
  ])("have one error where another one is valid: %j", (given, wrong) => {
    const one = parameters.find(({ title }) => title === "listTokens limit");
    expect(one?.problems(given)).toEqual(wrong);
  });

  it("accept addresses and symbols in any letter case, as the service does", () => {
    const upper = `SLIPWAY:0X${"AB".repeat(20)}`;
    const symbols = parameters.filter(({ name }) => name === "symbol");
    expect(symbols).toHaveLength(2);
    for (const { schema, accepts } of symbols) {
      for (const value of [upper, upper.toLowerCase()]) {
        expect(value).toMatch(new RegExp(schema.pattern ?? "", "u"));
        expect(accepts(value)).toBe(true);
      }
    }
  });

  it("accept addresses and ids of pools in upper case, like those in lower case", () => {
    const paths = DOCUMENTED_OPERATIONS.map(({ params }) => params).flatMap((params) => {
      const { properties = {} } = inputSchema(params);
      return Object.entries(properties).map(([name, property]) => ({
        title: name,
        schema: scalar.parse(property),
        accepts: (value: string) => params.safeParse({ chain: "base", [name]: value }).success,
        read: (value: string) => {
          const parsed = params.safeParse({ chain: "base", [name]: value }).data;
          return z.record(z.string(), z.unknown()).parse(parsed)[name];
        },
      }));
    });
    const found = [...parameters, ...paths].flatMap((one) =>
      [40, 64]
        .map((digits) => `0x${"ab".repeat(digits / 2)}`)
        .flatMap((value) =>
          one.accepts(value) && !one.accepts("wrong!") ? [{ ...one, value }] : [],
        ),
    );
    for (const { title, schema, accepts, read, value } of found) {
      const upper = value.toUpperCase();
      expect(accepts(upper), title).toBe(true);
      // Addresses are listed with their checksum, or parsed where they are used.
      expect(String(read(upper)).toLowerCase(), title).toBe(String(read(value)).toLowerCase());
      if (schema.pattern !== undefined) expect(upper).toMatch(new RegExp(schema.pattern, "u"));
    }
    expect(found.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["listTokens addresses", "listTrades trader", "tokenAddress"]),
    );
  });

  it("list the chains that the API serves", () => {
    const data = dataDocument({ serverUrl: URL, chains: ["base", "base-sepolia"] });
    const launch = launchDocument({ serverUrl: URL, chains: CHAIN_SLUGS });
    const chainsIn = (spec: unknown) => parametersNamed(spec, "chain").map((one) => one.enum);
    expect(new Set(chainsIn(data).map(String))).toEqual(new Set(["base,base-sepolia"]));
    expect(new Set(chainsIn(launch).map(String))).toEqual(new Set([CHAIN_SLUGS.join(",")]));
  });
});

describe("patterns", () => {
  it("with flags are rejected when the document is built", () => {
    const shouting = z.object({ name: z.string().regex(/^[a-z]+$/i) });
    expect(() => inputSchema(shouting)).toThrow("JSON Schema has no flags");
    expect(() => outputSchema(shouting)).toThrow("JSON Schema has no flags");
  });
});
