import { createHash } from "node:crypto";
import { z } from "zod";
import type { Operation } from "@/lib/operations/operation";
import { findTextProblem } from "@/lib/shared/text/text";
import type { CacheableResponse } from "../response/render";

/** Far more than clients send; the rest of a hostile URL is not echoed. */
const NAMES_MAX = 50;

/**
 * Finds query parameters that the operation does not define, sorted by name. They are not part of
 * the cache key; the response lists them when it is rendered.
 */
export function createIgnoredFinder(
  operation: Pick<Operation, "query" | "response">,
): (search: URLSearchParams) => readonly string[] {
  const known = new Set(fieldsOf(operation.query));
  // Some protocols' responses have no `meta`.
  const hasMeta = fieldsOf(operation.response).includes("meta");
  return (search) => {
    if (!hasMeta || search.size === 0) return [];
    const names = new Set([...search.keys()].filter((name) => !known.has(name)));
    // The response must not repeat an unsafe name.
    return [...names]
      .filter((name) => findTextProblem(name, { newlines: false }) === null)
      .sort()
      .slice(0, NAMES_MAX);
  };
}

/** Adds the names of ignored parameters to a success. */
export function withIgnored(
  answer: CacheableResponse,
  names: readonly string[],
): CacheableResponse {
  if (names.length === 0 || answer.status !== 200) return answer;
  const member = `"ignoredParameters":${JSON.stringify(names)}`;
  const { body, etag } = answer;
  // In JSON text these characters can only be a member's name: quotes in values are escaped.
  const at = body.lastIndexOf(META);
  const changed =
    at === -1
      ? `${body.slice(0, -1)},${META}${member}}}`
      : `${body.slice(0, at + META.length)}${member},${body.slice(at + META.length)}`;
  return { ...answer, body: changed, etag: etag && tagWith(etag, member) };
}

const META = '"meta":{';

/** Derived from both parts, so that a large body is not hashed again. */
function tagWith(etag: string, member: string): string {
  return `${etag.slice(0, -1)}-${createHash("sha256").update(member).digest("hex").slice(0, 12)}"`;
}

/** An object schema, also when it is refined, transformed or has a default; null for every other schema. */
export function objectOf(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return objectOf(schema.in);
  return schema instanceof z.ZodPrefault ? objectOf(schema.unwrap()) : null;
}

/** The members of such a schema. */
export function fieldsOf(schema: unknown): string[] {
  return Object.keys(objectOf(schema)?.shape ?? {});
}
