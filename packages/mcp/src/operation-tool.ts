import { newIdempotencyKey } from "@slipway-launchpad/client";
import { z } from "zod";
import { inputSchema, outputSchema } from "@/lib/openapi/to-json-schema";
import {
  IDEMPOTENCY_KEY_ADVICE,
  type Operation,
  takesIdempotencyKey,
} from "@/lib/operations/operation";
import { IDEMPOTENCY_KEY_PATTERN } from "@/lib/shared/idempotency-key";
import { type JsonSchema, READS, type Tool, type ToolArguments } from "./tool";

type Properties = Record<string, JsonSchema>;

/** Parts of a request that an argument belongs to. */
const PARTS = ["params", "query", "body"] as const;
type Parts = Record<(typeof PARTS)[number], Properties>;

const objectSchema = z.object({
  properties: z.record(z.string(), z.custom<JsonSchema>(isObject)).default({}),
  required: z.array(z.string()).default([]),
});

type Options<O extends Operation> = Pick<Tool, "name" | "title" | "description"> & {
  operation: O;
  /** Arguments that the tool does not offer. */
  without?: readonly string[];
  /** Properties that replace those of the operation. */
  properties?: Properties;
  hints?: Tool["hints"];
  next?: string;
  isUntrusted?: boolean;
  /** A part of the response, and its schema; the whole response if absent. */
  output?: { schema: z.ZodType; select(response: z.output<O["response"]>): unknown };
};

/**
 * A tool that sends the request of one operation: its arguments are path parameters, query and body,
 * its data is the response.
 */
export function operationTool<O extends Operation>(options: Options<O>): Tool {
  const { operation, output, hints = READS, isUntrusted = false } = options;
  const { name, title, description, next } = options;
  const parts = partsOf(operation);
  return {
    name,
    title,
    description,
    inputSchema: inputOf(operation, parts, options),
    dataSchema: outputSchema(output?.schema ?? operation.response),
    hints,
    ...(next === undefined ? {} : { next }),
    isUntrusted,
    async run(ctx, args) {
      const { idempotencyKey: chosen, ...given } = args;
      // The error of a lost response has it, so that the agent can repeat the call.
      const idempotencyKey = chosen ?? (takesIdempotencyKey(operation) && newIdempotencyKey());
      const response = await ctx.call<Operation>(operation, toInput(operation, parts, given), {
        baseUrl: ctx.baseUrl,
        fetch: ctx.fetch,
        ...(typeof idempotencyKey === "string" ? { idempotencyKey } : {}),
      });
      return output === undefined
        ? response
        : output.select(parse<O["response"]>(operation.response, response));
    },
  };
}

const parse = <S extends z.ZodType>(schema: S, value: unknown) => schema.parse(value);

/** The request of an operation with these arguments. */
export function toInput(operation: Operation, parts: Parts, args: ToolArguments) {
  const pick = (part: keyof Parts) =>
    Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(parts[part], key)));
  const body = operation.method === "GET" ? undefined : pick("body");
  return { params: pick("params"), query: pick("query"), body };
}

/** The properties of each part of an operation's request, as a request writes them. */
export function partsOf(operation: Operation): Parts {
  const read = (part: keyof Parts): Properties => {
    const schema = objectSchema.safeParse(inputSchema(operation[part]));
    return schema.success ? mapValues(schema.data.properties, withoutNull) : {};
  };
  return { params: read("params"), query: read("query"), body: read("body") };
}

/** The input schema of a tool on an operation. */
export function inputOf<O extends Operation>(
  operation: O,
  parts: Parts,
  {
    without = [],
    properties = {},
    hints = READS,
  }: Pick<Options<O>, "without" | "properties" | "hints">,
): Tool["inputSchema"] {
  // A client that stops waiting receives no error, and thus no key that was generated for it.
  const mustHaveKey = hints.destructiveHint && takesIdempotencyKey(operation);
  const key: Properties = takesIdempotencyKey(operation)
    ? { idempotencyKey: mustHaveKey ? REQUIRED_IDEMPOTENCY_KEY : IDEMPOTENCY_KEY }
    : {};
  const all = { ...parts.params, ...parts.query, ...parts.body, ...key, ...properties };
  const offered = Object.fromEntries(
    Object.entries(all).filter(([property]) => !without.includes(property)),
  );
  const required = PARTS.flatMap((part) => {
    const schema = objectSchema.safeParse(inputSchema(operation[part]));
    return schema.success ? schema.data.required : [];
  });
  return {
    type: "object",
    properties: offered,
    required: [...required, ...(mustHaveKey ? ["idempotencyKey"] : [])].filter((property) =>
      Object.hasOwn(offered, property),
    ),
    additionalProperties: false,
  };
}

const IDEMPOTENCY_KEY: JsonSchema = {
  type: "string",
  pattern: IDEMPOTENCY_KEY_PATTERN.source,
  description: `The same key and arguments never do this twice. ${IDEMPOTENCY_KEY_ADVICE}`,
};

const REQUIRED_IDEMPOTENCY_KEY: JsonSchema = {
  ...IDEMPOTENCY_KEY,
  description:
    "Before the first call, choose a text of 32 random hexadecimal digits; do not copy an example. " +
    "If a call fails, times out or gets no response, repeat it with the same key and arguments: it is " +
    "never done twice. Choose a new one for anything else.",
};

/** Clients omit optional arguments; a null is dropped before the arguments are checked. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !(isObject(one) && one.type === "null"));
  const [only] = others;
  if (others.length === anyOf.length) return schema;
  return others.length === 1 && isObject(only) ? { ...only, ...rest } : { ...rest, anyOf: others };
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(values: Properties, map: (value: JsonSchema) => JsonSchema): Properties {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
