import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { dataDocument, launchDocument } from "@/lib/openapi/documents";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { newCaller, request } from "../../setup/api/api";
import { valuesOf } from "../../setup/api/schema-arbitrary";
import { launchToken } from "../../setup/chain/launch-token";

/**
 * Requests that the OpenAPI documents allow, and invalid variants: every response has a documented
 * status, media type and body. `FUZZ=long` sends many times more.
 */
const IS_LONG = process.env.FUZZ === "long";
const RUNS = IS_LONG ? 400 : 20;
const TIMEOUT_MS = IS_LONG ? 900_000 : 120_000;
/** Each creates a contract on chain. */
const SLOW = ["createRevenueManager", "createFeeSplitManager"];
/** Few pairs of numbers are a range of blocks. */
const RANGES = ["listDexScreenerEvents", "listGeckoTerminalEvents"];
/** Their ids and URLs do not exist, the caller owns nothing, or their token and account have no trades. */
const UNKNOWN = [
  ...["getLaunchStatus", "getVideoStatus", "listWebhooks", "getWebhook", "updateWebhook"],
  ...["deleteWebhook", "rotateWebhookSecret", "listWebhookDeliveries", "replayWebhookDelivery"],
  ...["testWebhook", "getDexScreenerPair", "getGeckoTerminalPair"],
  ...["prepareTrade", "prepareClaim", "getOEmbed"],
];
/** Token address parameters. */
const NAMING_TOKEN = ["tokenAddress", "symbol", "symbols", "id"];
/** One never ends, one accepts a file, and one sends requests to the hosts that it names. */
const LEFT_OUT = ["streamMarket", "sendVideo", "uploadImageFromUrl"];

const json = z.object({
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.object({ content: z.object({ "application/json": json.optional() }) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), json).optional() })),
});
type Documented = z.output<typeof operation> & { path: string; method: string };
const paths = z.record(z.string(), z.record(z.string(), operation));

// The served documents differ only in the server URL.
const served = { serverUrl: "http://x", chains: CHAIN_SLUGS };
const documented = [
  launchDocument(served),
  dataDocument({ ...served, chains: ["base", "base-sepolia"] }),
]
  .flatMap((document) => Object.entries(paths.parse(document.paths)))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Documented => ({ ...one, path, method })),
  )
  .filter(({ operationId }) => !LEFT_OUT.includes(operationId));

let token = "";
beforeAll(async () => {
  token = await launchToken({ name: "Documented" });
});

type Sent = { path: string; body?: unknown; headers: Record<string, string> };

/** The documented requests of one operation. `isWrong` makes one part invalid. */
function requestsTo({ path, parameters, requestBody }: Documented, isWrong: boolean) {
  const values = parameters.map((parameter) => {
    const known = NAMING_TOKEN.includes(parameter.name) ? [fc.constant(null)] : [];
    const fitting = fc.oneof(...known, valuesOf(parameter.schema));
    const value = isWrong && parameter.in !== "header" ? fc.oneof(fitting, ODD) : fitting;
    const isOptional = !parameter.required;
    return fc.tuple(fc.constant(parameter), isOptional ? sometimes(value) : value);
  });
  const content = requestBody?.content["application/json"];
  const body = content === undefined ? fc.constant(undefined) : bodiesOf(content, isWrong);
  return fc.record({ given: fc.tuple(...values), body }).map(({ given, body }) => (): Sent => {
    let filled = path;
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const [{ name, in: place }, value] of given) {
      if (value === undefined) continue;
      const text = value === null ? token : String(value);
      if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(text || "0"));
      else if (place === "query") query.append(name, text);
      // `fetch` sends no empty or binary header.
      else if (/^[!-~]+$/.test(text)) headers[name] = text;
    }
    return { path: `${filled}?${query}`, headers, ...(body === undefined ? {} : { body }) };
  });
}

/** Many parameters exclude each other; all at once would always be rejected. */
function sometimes<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

const ODD = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom("", -1, 1e300, "💥", "__proto__"),
);

const fields = z.record(z.string(), z.unknown());

/** Bodies by the schema, and examples with some fields from such bodies. */
function bodiesOf(content: z.output<typeof json>, isWrong: boolean): fc.Arbitrary<unknown> {
  const bySchema = valuesOf(content.schema);
  const named = Object.values(content.examples ?? {}).map(({ value }) => value);
  const examples = [content.example, ...named].filter((one) => fields.safeParse(one).success);
  const fromExample = fc
    .tuple(fc.constantFrom(...examples), bySchema, fc.array(fc.nat(), { maxLength: 2 }))
    .map(([example, other, places]) => {
      const names = Object.keys(fields.safeParse(other).data ?? {});
      const some = places.flatMap((place) => names[place % Math.max(1, names.length)] ?? []);
      const changed = some.map((name) => [name, fields.parse(other)[name]]);
      return { ...fields.parse(example), ...Object.fromEntries(changed) };
    });
  const all = examples.length === 0 ? bySchema : fc.oneof(bySchema, fromExample);
  const fitting = all.map(asDryRun);
  if (!isWrong) return fitting;
  const damaged = fc.tuple(fitting, fc.nat(), ODD).map(([body, place, odd]) => {
    const given = fields.safeParse(body).data ?? {};
    const names = Object.keys(given);
    const name = names[place % Math.max(1, names.length)];
    return name === undefined ? odd : asDryRun({ ...given, [name]: odd });
  });
  // Valid JSON that is not an object.
  return fc.oneof({ weight: 5, arbitrary: damaged }, { weight: 1, arbitrary: ODD });
}

/** Launches are validated and simulated only. */
function asDryRun(body: unknown): unknown {
  const isLaunch = typeof body === "object" && body !== null && "symbol" in body;
  return isLaunch ? { ...body, dryRun: true } : body;
}

const node = z.record(z.string(), z.unknown());

/** The documents allow fields and codes of later releases; this release has no others than they name. */
function closed(schema: z.output<typeof node>): z.output<typeof node> {
  const close = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(close);
    const known = node.safeParse(part);
    return known.success ? closed(known.data) : part;
  };
  const { properties, ...rest } = mapValues(schema, close);
  if (properties === undefined) return rest;
  const { code, ...others } = node.parse(properties);
  const codes = node.safeParse(code).data?.examples;
  const named = code === undefined ? others : { ...others, code: codes ? { enum: codes } : code };
  return { additionalProperties: false, ...rest, properties: named };
}

function mapValues(values: z.output<typeof node>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

function check(one: Documented, sent: Sent, answer: Awaited<ReturnType<typeof request>>) {
  const said = `${one.method} ${JSON.stringify(sent).slice(0, 800)}: ${answer.status} ${answer.text.slice(0, 400)}`;
  const response = one.responses[String(answer.status)];
  expect(response, `an undocumented status: ${said}`).toBeDefined();
  const contents = Object.entries(response?.content ?? {});
  if (contents.length === 0) return;
  const type = (answer.headers.get("content-type") ?? "").split(";")[0];
  const content = contents.find(([name]) => name === type)?.[1];
  expect(content, `an undocumented media type: ${type} ${said}`).toBeDefined();
  const parsed = z.fromJSONSchema(closed(content?.schema ?? {})).safeParse(answer.body);
  expect(parsed.error?.issues, `an undocumented body: ${said}`).toBeUndefined();
}

describe.each([
  { kind: "that the document allows", isWrong: false },
  { kind: "with something wrong in it", isWrong: true },
])("a request $kind", ({ isWrong }) => {
  it.each(documented.map((one) => ({ id: one.operationId, one })))(
    "$id: returns a documented response",
    { timeout: TIMEOUT_MS },
    async ({ id, one }) => {
      const seen = new Set<number>();
      const numRuns = SLOW.includes(id) && !isWrong ? 3 : RUNS;
      await fc.assert(
        fc.asyncProperty(requestsTo(one, isWrong), async (make) => {
          const sent = make();
          const { path, headers, body } = sent;
          const options = { method: one.method.toUpperCase(), headers, caller: newCaller() };
          const hasBody = one.requestBody !== undefined;
          const answer = await request(
            path,
            hasBody ? { ...options, body: body ?? null } : options,
          );
          check(one, sent, answer);
          seen.add(answer.status);
        }),
        { numRuns, seed: 21, endOnFailure: true },
      );
      // Some requests must be accepted, or the responses prove little.
      const isExpected = !isWrong && ![...SLOW, ...UNKNOWN, ...RANGES].includes(id);
      if (isExpected) expect([...seen], "a success").toContain(200);
    },
  );
});
