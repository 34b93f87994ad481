import { z } from "zod";
import { ERRORS, type ErrorCode } from "../domain/errors";
import { LIMITS } from "../operations/limits";
import type { InterfaceName, Operation } from "../operations/operation";
import { failureSchema, limitHeaders, problemSchema } from "./shared-parts";

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
  operations: readonly Operation[];
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

function describeOperation(operation: Operation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    parameters: [
      ...parametersOf(operation.params, "path", operation.examples?.params),
      ...parametersOf(operation.query, "query"),
      ...(operation.limit?.when === "admission" ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.bodyBytesMax === 0 ? {} : { requestBody: bodyOf(operation) }),
    responses: { ...successOf(operation), ...failuresOf(operation) },
  };
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

function bodyOf(operation: Operation): Json {
  const example = operation.examples?.body;
  return {
    required: true,
    content: {
      "application/json": {
        schema: toJsonSchema(operation.body, "input"),
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}

function successOf(operation: Operation): Json {
  const headers = {
    ...(operation.limit === null ? {} : limitHeaders),
    ...(operation.cache === null ? {} : { ETag: { schema: { type: "string" } } }),
  };
  const example = operation.examples?.response;
  const content = {
    "application/json": {
      schema: toJsonSchema(operation.response, "output"),
      ...(example === undefined ? {} : { example }),
    },
  };
  return {
    "200": { description: "Success", headers, content },
    ...(operation.cache === null ? {} : { "304": { description: "Not modified" } }),
  };
}

/** Errors that share a status stand under it together, each with its code. */
function failuresOf(operation: Operation): Json {
  const statuses = [...new Set(operation.errors.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = operation.errors.filter((code) => ERRORS[code].status === status);
      return [String(status), describeFailure(operation, codes)];
    }),
  );
}

function describeFailure(operation: Operation, codes: readonly ErrorCode[]): Json {
  const isData = operation.interface === "data";
  const policy = operation.limit && LIMITS[operation.limit.policy];
  const isLimited = codes.includes("rate_limited") && policy !== null;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("; "),
    ...(isLimited
      ? { headers: { ...limitHeaders, "Retry-After": { schema: { type: "integer" } } } }
      : {}),
    content: {
      [isData ? "application/problem+json" : "application/json"]: {
        schema: isData ? problemSchema(codes) : failureSchema(codes),
      },
    },
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
