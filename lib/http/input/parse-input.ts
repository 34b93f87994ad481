import { z } from "zod";
import { type InputOf, isBodyOptional, type Operation } from "@/lib/operations/operation";
import {
  AppError,
  ERRORS,
  type ErrorCode,
  type FieldError,
  isErrorCode,
} from "@/lib/shared/errors";
import { issueText } from "@/lib/shared/text/issue-text";
import type { WebRequest } from "../web-request";
import { findUnsafeText } from "./find-unsafe-text";
import { fieldsOf, objectOf } from "./ignored-parameters";
import { readJson } from "./read-json";

/**
 * Parses path, query and body of a request with the operation's schemas.
 * @throws AppError with one entry in `details` for each problem
 */
export async function parseInput<O extends Operation>(
  operation: O,
  request: WebRequest,
  pathParams: unknown,
  search: URLSearchParams,
): Promise<InputOf<O>> {
  const params = parse<O["params"]>(operation.params, pathParams, "invalid_parameters");
  const query = parseQuery(operation, search);
  const isJson = operation.bodyBytesMax > 0 && operation.form === undefined;
  const isRead = isJson && !(isBodyOptional(operation) && isEmpty(request.headers));
  const raw = isRead ? await readJson(request, operation.bodyBytesMax) : undefined;
  const body = parse<O["body"]>(operation.body, readFields(operation.body, raw), "invalid_body");
  return { params, query, body };
}

/** The fields of a body that its schema reads; others must not fail a request, whatever they contain. */
function readFields(schema: z.ZodType, body: unknown): unknown {
  const object = objectOf(schema);
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  // A schema with a catchall reads or rejects all other fields.
  if (object === null || object.def.catchall !== undefined || !isObject) return body;
  const { shape } = object;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape, name)));
}

function isEmpty(headers: Headers): boolean {
  return !headers.has("transfer-encoding") && Number(headers.get("content-length") ?? 0) === 0;
}

/**
 * Parses path and query of a request without a body with the operation's schemas. Unknown
 * parameters are ignored.
 * @throws AppError invalid_parameters
 */
export function parseAddress<O extends Operation>(
  operation: O,
  pathParams: unknown,
  search: URLSearchParams,
): InputOf<O> {
  return {
    params: parse<O["params"]>(operation.params, pathParams, "invalid_parameters"),
    query: parseQuery(operation, search),
    body: parse<O["body"]>(operation.body, undefined, "invalid_parameters"),
  };
}

/**
 * Parses a part of a body that another schema than the operation's describes.
 * @param path of the part in the body, for the details of the error
 * @throws AppError invalid_body
 */
export function parsePart<S extends z.ZodType>(
  schema: S,
  value: unknown,
  path: string,
): z.output<S> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [path, ...issue.path] }));
  throw toInputError(issues, "invalid_body");
}

function parseQuery<O extends Operation>({ query }: O, search: URLSearchParams) {
  return parse<O["query"]>(query, readQuery(search, fieldsOf(query)), "invalid_parameters");
}

/**
 * The parameters that a schema defines; others must not fail a request, whatever they contain. A
 * repeated parameter becomes an array, which no schema accepts: a 400 is better than a guess.
 */
function readQuery(
  search: URLSearchParams,
  known: readonly string[],
): Record<string, string | string[]> {
  // One pass: `getAll` would go through all parameters for each of them.
  const found = new Map<string, string | string[]>();
  for (const [key, value] of search) {
    if (!known.includes(key)) continue;
    const before = found.get(key);
    if (before === undefined) found.set(key, value);
    else if (typeof before === "string") found.set(key, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(found);
}

function parse<S extends z.ZodType>(schema: S, value: unknown, code: ErrorCode): z.output<S> {
  // Checked first: unsafe text must not reach a schema, log, query or fingerprint.
  const unsafe = findUnsafeText(value, code === "invalid_body" ? "body" : "address");
  if (unsafe !== null) {
    throw new AppError(code, describe(unsafe), { details: [unsafe] });
  }
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw toInputError(parsed.error.issues, code);
}

/** A repeated query parameter is an array, which no schema accepts. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const isRepeated = issue.code === "invalid_type" && Array.isArray(issue.input);
  return isRepeated && issue.expected !== "object" ? "must be one value" : issueText(issue);
}

/**
 * Schemas may set their own code (`params: { code }`). Then the issue's text, or `params.error`, is
 * the whole error text, because clients match on it. `params.remedy` is used in the field's detail.
 */
function toInputError(given: readonly z.core.$ZodIssue[], fallback: ErrorCode): AppError {
  const issues = given.flatMap(issuesOfNearest);
  const details = issues.map(toFieldError);
  for (const issue of issues) {
    const { code, error } = readParams(issue);
    if (code !== undefined && isErrorCode(code)) {
      return new AppError(code, error ?? issue.message, { details });
    }
  }
  const [first] = details;
  const text = first === undefined ? ERRORS[fallback].title : describe(first);
  return new AppError(fallback, text, { details });
}

/** The issues of the closest shape, where a schema accepts several. */
function issuesOfNearest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.path.length > 0) return [issue];
  const [nearest] = issue.errors.toSorted((one, other) => distanceOf(one) - distanceOf(other));
  return nearest ?? [issue];
}

/** Unknown fields weigh more than missing ones. */
function distanceOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === "unrecognized_keys" ? 10 * issue.keys.length : 1),
    0,
  );
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const { remedy } = readParams(issue);
  const field = { path: issue.path.join("."), message: issue.message };
  return remedy === undefined ? field : { ...field, remedy };
}

const issueParams = z
  .object({ code: z.string(), error: z.string(), remedy: z.string() })
  .partial()
  .catch({});
function readParams(issue: z.core.$ZodIssue) {
  return issue.code === "custom" ? issueParams.parse(issue.params ?? {}) : {};
}

/** A text of `issueText` needs a subject; the input as a whole is a body, since any query is an object. */
function describe({ path, message }: FieldError): string {
  if (path !== "") return `${path}: ${message}`;
  return /^(must|has|is) /.test(message) ? `The body ${message}` : message;
}
