import { z } from "zod";
import { ERRORS, type ErrorCode } from "../domain/errors";
import type { DocumentedOperation } from "../operations/documented";
import { LIMITS } from "../operations/limits";
import {
  type ErrorForm,
  errorsOf,
  type InterfaceName,
  takesIdempotencyKey,
} from "../operations/operation";
import { errorExample } from "./error-example";
import {
  failureSchema,
  limitHeaders,
  problemSchema,
  requestIdHeader,
  rpcFailureSchema,
  udfFailureSchema,
} from "./shared-parts";

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of one interface, made from its operations.
 * @param options.serverUrl where the interface is reached
 */
export function buildDocument(options: {
  interfaceName: InterfaceName;
  title: string;
  description: string;
  version: string;
  serverUrl: string;
  operations: readonly DocumentedOperation[];
}): Json {
  const paths: Record<string, Json> = {};
  for (const operation of options.operations) {
    if (operation.interface !== options.interfaceName) continue;
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation);
    paths[operation.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      description: options.description,
      version: options.version,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: options.serverUrl }],
    paths,
  };
}

function describeOperation(operation: DocumentedOperation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: describe(operation),
    parameters: [
      ...parametersOf(operation.params, "path", operation.examples?.params),
      ...parametersOf(operation.query, "query", operation.examples?.query),
      ...(takesIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.bodyBytesMax === 0 ? {} : { requestBody: bodyOf(operation) }),
    responses: { ...successOf(operation), ...failuresOf(operation) },
  };
}

function describe({ description, limit }: DocumentedOperation): string {
  if (limit === null) return description;
  const { quota, windowSeconds } = LIMITS[limit.policy];
  const window = windowSeconds === 3600 ? "an hour" : "a minute";
  return `${description} At most ${quota} ${window} from one address.`;
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "Makes a retry safe: the same key and body answer the first answer for 24 hours.",
};

function parametersOf(
  schema: z.ZodType,
  place: "path" | "query",
  examples: Record<string, string> = {},
): Json[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === "object" ? property : {};
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: rest,
      ...(description === undefined ? {} : { description }),
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

function bodyOf({ body, form, examples }: DocumentedOperation): Json {
  if (form !== undefined) {
    const schema = toJsonSchema(form, "input");
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  return {
    required: true,
    content: {
      "application/json": {
        schema: toJsonSchema(body, "input"),
        ...examplesOf(examples?.body, examples?.otherBodies),
      },
    },
  };
}

/** One example stands alone; several stand under their names. */
function examplesOf(main: unknown, others: Record<string, unknown> = {}): Json {
  if (Object.keys(others).length === 0) return main === undefined ? {} : { example: main };
  const named = Object.entries({ usual: main, ...others });
  return { examples: Object.fromEntries(named.map(([name, value]) => [name, { value }])) };
}

function successOf({ response, examples, mediaType, ...operation }: DocumentedOperation): Json {
  const headers = {
    ...requestIdHeader,
    ...(operation.limit === null ? {} : limitHeaders),
    ...(operation.cache === null ? {} : { ETag: { schema: { type: "string" } } }),
  };
  const content = {
    [mediaType ?? "application/json"]: {
      schema: toJsonSchema(response, "output"),
      ...examplesOf(examples?.response, examples?.otherResponses),
    },
  };
  return {
    "200": { description: "Success", headers, content },
    ...(operation.cache === null ? {} : { "304": { description: "Not modified" } }),
  };
}

/** Errors that share a status stand under it together, each with its code. */
function failuresOf(operation: DocumentedOperation): Json {
  const errors = errorsOf(operation);
  const statuses = [...new Set(errors.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => ERRORS[code].status === status);
      return [String(status), describeFailure(operation, status, codes)];
    }),
  );
}

function describeFailure(
  operation: DocumentedOperation,
  status: number,
  codes: readonly ErrorCode[],
): Json {
  const form = operation.errorForm ?? operation.interface;
  const schema = failureSchemaOf(form, codes);
  const texts = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`);
  // An answer that is no error may share the status with errors: the readiness does.
  const answer = operation.otherStatuses?.[status];
  return {
    description: [...(answer === undefined ? [] : [answer]), ...texts].join("; "),
    headers: {
      ...requestIdHeader,
      ...(codes.includes("rate_limited") && operation.limit !== null ? limitHeaders : {}),
      ...(status === 429 || status === 503 ? { "Retry-After": RETRY_AFTER } : {}),
    },
    content: {
      [form === "data" ? "application/problem+json" : "application/json"]: {
        schema:
          answer === undefined
            ? schema
            : { anyOf: [toJsonSchema(operation.response, "output"), schema] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: errorExample(form, code) }]),
        ),
      },
    },
  };
}

function failureSchemaOf(form: ErrorForm, codes: readonly ErrorCode[]): Json {
  if (form === "udf") return udfFailureSchema;
  if (form === "rpc") return rpcFailureSchema(codes);
  return form === "data" ? problemSchema(codes) : failureSchema(codes);
}

const RETRY_AFTER = {
  description: "Seconds after which the same request is admitted.",
  schema: { type: "integer" },
};

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
