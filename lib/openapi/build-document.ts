import type { z } from "zod";
import { RECEIVED_EVENT } from "@/lib/features/webhooks/docs";
import type { ChainSlug } from "@/lib/shared/chains";
import { ERRORS, type ErrorCode } from "@/lib/shared/errors";
import type { DocumentedOperation } from "../operations/documented";
import { LIMITS } from "../operations/limits";
import {
  type ApiName,
  type ErrorForm,
  errorFormOf,
  errorsOf,
  IDEMPOTENCY_KEY_ADVICE,
  isBodyOptional,
  takesIdempotencyKey,
} from "../operations/operation";
import { TAGS } from "../operations/tags";
import { errorExample } from "./error-example";
import {
  failureSchema,
  limitHeaders,
  problemSchema,
  requestIdHeader,
  rpcFailureSchema,
  udfFailureSchema,
} from "./shared-parts";
import { inputSchema, outputSchema } from "./to-json-schema";

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of one API, built from its operations.
 * @param options.serverUrl URL of the service
 * @param options.chains the chains that it serves
 */
export function buildDocument(options: {
  api: ApiName;
  title: string;
  description: string;
  version: string;
  serverUrl: string;
  chains: readonly ChainSlug[];
  operations: readonly DocumentedOperation[];
}): Json {
  const paths: Record<string, Json> = {};
  const own = options.operations.filter((one) => one.api === options.api);
  const tags = [...new Set(own.flatMap(({ tag }) => tag ?? []))];
  for (const operation of own) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, options.chains);
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
    security: [],
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name, description: TAGS[name] })) }),
    paths,
    ...(own.some(({ access }) => access !== undefined) ? WEBHOOK_PARTS : {}),
  };
}

/** The requests to users' endpoints, and the secret that manages them. */
const WEBHOOK_PARTS = {
  webhooks: {
    event: {
      post: {
        operationId: "receiveEvent",
        summary: "Receive an event",
        description:
          "Sent to the `url` of a webhook, signed as Standard Webhooks describes. Respond with " +
          "a 2xx status within 10 seconds. Respond to `webhook.verify` with its challenge.",
        parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
          name,
          in: "header",
          required: true,
          schema: { type: "string" },
        })),
        requestBody: {
          required: true,
          content: { "application/json": { schema: outputSchema(RECEIVED_EVENT) } },
        },
        responses: {
          "200": { description: "The event is accepted." },
          "410": { description: "The webhook is disabled." },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      managementSecret: {
        type: "http",
        scheme: "bearer",
        description:
          "`managementSecret` of the webhook. Webhooks of a user need the user's session instead.",
      },
    },
  },
};

function describeOperation(operation: DocumentedOperation, chains: readonly ChainSlug[]): Json {
  return {
    operationId: operation.id,
    ...(operation.tag === undefined ? {} : { tags: [operation.tag] }),
    summary: operation.summary,
    description: describe(operation),
    ...(operation.access === undefined ? {} : { security: [{ managementSecret: [] }, {}] }),
    parameters: [
      ...parametersOf(operation.params, "path", operation.examples?.params, chains),
      ...parametersOf(operation.query, "query", operation.examples?.query, chains),
      ...(takesIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.bodyBytesMax === 0 ? {} : { requestBody: bodyOf(operation, chains) }),
    responses: {
      ...successOf(operation),
      ...failuresOf(operation),
      [ERRORS.misdirected_request.status]: misdirected(),
      [ERRORS.region_refused.status]: regionRefused(operation),
    },
  };
}

function describe({ description, limit }: DocumentedOperation): string {
  if (limit === null) return description;
  const { quota, windowSeconds } = LIMITS[limit.policy];
  const window = windowSeconds === 3600 ? "hour" : "minute";
  return `${description} Limit: ${quota} per ${window} and caller, unless the operator has changed it: \`RateLimit-Policy\` has the current quota.`;
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: `Makes retries safe: the same key and body return the first response for 24 hours. ${IDEMPOTENCY_KEY_ADVICE}`,
};

function parametersOf(
  schema: z.ZodType,
  place: "path" | "query",
  examples: Record<string, string> = {},
  chains: readonly ChainSlug[],
): Json[] {
  const { properties = {}, required = [] } = inputSchema(schema, chains);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === "object" ? property : {};
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: rest,
      ...(description === undefined ? {} : { description }),
      ...(examples[name] === undefined ? {} : { example: exampleOf(rest, examples[name]) }),
    };
  });
}

/** Examples are written as in a URL; the document needs the parameter's type. */
function exampleOf(schema: { type?: unknown; enum?: unknown }, text: string): unknown {
  const isServed = !Array.isArray(schema.enum) || schema.enum.includes(text);
  if (!isServed) return Array.isArray(schema.enum) ? schema.enum[0] : text;
  return schema.type === "integer" || schema.type === "boolean" ? JSON.parse(text) : text;
}

function bodyOf(operation: DocumentedOperation, chains: readonly ChainSlug[]): Json {
  const { body, form, examples } = operation;
  if (form !== undefined) {
    const schema = inputSchema(form);
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  return {
    required: !isBodyOptional(operation),
    content: {
      "application/json": {
        schema: inputSchema(body, chains),
        ...examplesOf(examples?.body, examples?.otherBodies),
      },
    },
  };
}

/** One example is anonymous; several are listed by name. */
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
      schema: outputSchema(response),
      ...examplesOf(examples?.response, examples?.otherResponses),
    },
  };
  return {
    "200": { description: "Success", headers, content },
    ...(operation.cache === null ? {} : { "304": { description: "Not modified" } }),
  };
}

/** Errors that share a status are listed under it, each with its code. */
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
  const form = errorFormOf(operation);
  const schema = failureSchemaOf(form, codes);
  const texts = codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`);
  // A response that is not an error can share its status with errors, as in `/readyz`.
  const answer = operation.otherStatuses?.[status];
  return {
    description: [...(answer === undefined ? [] : [answer]), ...texts].join("; "),
    headers: {
      ...requestIdHeader,
      ...(codes.includes("rate_limited") && operation.limit !== null ? limitHeaders : {}),
      ...(status === 429 || status === 503 ? { "Retry-After": RETRY_AFTER } : {}),
    },
    content: {
      [mediaTypeOf(form)]: {
        schema:
          answer === undefined ? schema : { anyOf: [outputSchema(operation.response), schema] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: errorExample(form, code) }]),
        ),
      },
    },
  };
}

/** An operation may have errors of its own with the status of a refused region. */
function regionRefused(operation: DocumentedOperation): Json {
  const { status } = ERRORS.region_refused;
  const own = errorsOf(operation).filter((code) => ERRORS[code].status === status);
  return describeFailure(operation, status, [...own, "region_refused"]);
}

/** A request to another host is rejected before its path is read, so all APIs share this form. */
function misdirected(): Json {
  const code = "misdirected_request";
  return {
    description: `\`${code}\`: ${ERRORS[code].title}`,
    content: {
      "application/json": {
        schema: failureSchema([code]),
        example: errorExample("launch", code),
      },
    },
  };
}

function mediaTypeOf(form: ErrorForm): string {
  return form === "data" ? "application/problem+json" : "application/json";
}

function failureSchemaOf(form: ErrorForm, codes: readonly ErrorCode[]): Json {
  if (form === "udf") return udfFailureSchema;
  if (form === "rpc") return rpcFailureSchema(codes);
  return form === "data" ? problemSchema(codes) : failureSchema(codes);
}

const RETRY_AFTER = {
  description: "Seconds after which the same request is accepted.",
  schema: { type: "integer" },
};
