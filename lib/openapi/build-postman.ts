import type { ChainSlug } from "@/lib/shared/chains";
import { ERRORS } from "@/lib/shared/errors";
import type { DocumentedOperation } from "../operations/documented";
import { EXAMPLE } from "../operations/example-values";
import {
  type ApiName,
  errorFormOf,
  errorsOf,
  IDEMPOTENCY_KEY_ADVICE,
  takesIdempotencyKey,
} from "../operations/operation";
import { errorExample } from "./error-example";
import { runnable, scriptsOf, VARIABLES, withVariables } from "./postman-scripts";
import { inputSchema } from "./to-json-schema";

type Json = Record<string, unknown>;
type Header = { key: string; value: string; description?: string; disabled?: boolean };

const FOLDERS = {
  launch: "Launch API",
  data: "Data API",
  system: "System",
} as const satisfies Partial<Record<ApiName, string>>;

/**
 * A Postman collection (format v2.1.0) of all operations: requests with the operations' examples,
 * and their responses and errors as saved examples. It runs from top to bottom: ids come from
 * earlier responses.
 * @param options.baseUrl public URL of the launchpad; two variables of the collection, of its APIs and its pages
 * @param options.chains the chains that it serves; one is a variable of the collection
 */
export function buildPostman(options: {
  name: string;
  description: string;
  baseUrl: string;
  chains: readonly ChainSlug[];
  operations: readonly DocumentedOperation[];
}): Json {
  const { name, description, baseUrl, chains } = options;
  const operations = runnable(options.operations);
  const chain = chains.find((slug) => slug === EXAMPLE.chain) ?? chains[0] ?? EXAMPLE.chain;
  const folders = Object.entries(FOLDERS).map(([api, title]) => ({
    name: title,
    item: operations.filter((operation) => operation.api === api).map(describeItem),
  }));
  return {
    info: {
      name,
      description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "baseUrl", value: baseUrl, type: "string" },
      { key: "siteUrl", value: baseUrl, type: "string" },
      { key: "chain", value: chain, type: "string" },
      ...Object.keys(VARIABLES).map((key) => ({ key, value: "", type: "string" })),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function describeItem(operation: DocumentedOperation): Json {
  const request = describeRequest(operation);
  return {
    name: operation.summary,
    request,
    response: describeAnswers(operation, request),
    event: scriptsOf(operation),
  };
}

function describeRequest(operation: DocumentedOperation): Json {
  const { method, description, bodyBytesMax, form } = operation;
  const header: Header[] = [{ key: "Accept", value: "application/json" }];
  if (bodyBytesMax > 0 && form === undefined)
    header.push({ key: "Content-Type", value: "application/json" });
  if (takesIdempotencyKey(operation)) {
    const what = `Enable this and set your own key to make retries safe. ${IDEMPOTENCY_KEY_ADVICE}`;
    header.push({
      key: "Idempotency-Key",
      value: "{{$guid}}",
      description: what,
      disabled: true,
    });
  }
  return {
    method,
    description,
    header,
    url: describeUrl(operation),
    ...(bodyBytesMax === 0 ? {} : { body: describeBody(operation) }),
  };
}

function describeBody({ form, examples }: DocumentedOperation): Json {
  if (form !== undefined) {
    return { mode: "formdata", formdata: [{ key: "file", type: "file", src: [] }] };
  }
  return {
    mode: "raw",
    raw: withVariables(JSON.stringify(withChain(examples?.body ?? {}), null, 2)),
    options: { raw: { language: "json" } },
  };
}

/** Replaces the chain in a body with the collection's variable. */
function withChain(body: unknown): unknown {
  const isNamed = typeof body === "object" && body !== null && "chain" in body;
  return isNamed ? { ...body, chain: "{{chain}}" } : body;
}

function describeUrl({ path, query, examples }: DocumentedOperation): Json {
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ":$1")
    .split("/");
  const names = segments.flatMap((segment) => (segment.startsWith(":") ? segment.slice(1) : []));
  const { properties = {} } = inputSchema(query);
  const parameters = Object.entries(properties).map(([key, property]) => {
    const value = withVariables(examples?.query?.[key] ?? "");
    const description = typeof property === "object" ? property.description : undefined;
    return { key, value, description: description ?? "", disabled: value === "" };
  });
  const enabled = parameters.filter(({ disabled }) => !disabled);
  const search = enabled.map(({ key, value }) => `${key}=${value}`).join("&");
  return {
    raw: `{{baseUrl}}/${segments.join("/")}${search === "" ? "" : `?${search}`}`,
    host: ["{{baseUrl}}"],
    path: segments,
    ...(parameters.length === 0 ? {} : { query: parameters }),
    ...(names.length === 0
      ? {}
      : {
          variable: names.map((key) => ({
            key,
            value: key === "chain" ? "{{chain}}" : withVariables(examples?.params?.[key] ?? ""),
          })),
        }),
  };
}

function describeAnswers(operation: DocumentedOperation, originalRequest: Json): Json[] {
  const { examples } = operation;
  const successes = Object.entries({ success: examples?.response, ...examples?.otherResponses });
  const answer = (name: string, code: number, body: unknown, type = "application/json"): Json => ({
    name,
    originalRequest,
    code,
    status: name,
    header: [{ key: "Content-Type", value: type }],
    body: JSON.stringify(body, null, 2),
    _postman_previewlanguage: "json",
  });
  const form = errorFormOf(operation);
  return [
    ...successes.flatMap(([name, body]) => (body === undefined ? [] : [answer(name, 200, body)])),
    ...errorsOf(operation).map((code) => {
      const body = errorExample(form, code);
      const type = form === "data" ? "application/problem+json" : "application/json";
      return answer(code, ERRORS[code].status, body, type);
    }),
  ];
}
