import { createHash } from "node:crypto";
import { z } from "zod";
import type { Operation } from "@/lib/operations/operation";
import type { Answer } from "../render";

/** Far more than any client sends; the rest of a hostile address is not repeated to it. */
const NAMES_MAX = 50;

/**
 * Finds the query parameters that an operation does not know, in the order of their names. They are
 * no part of what is computed or cached: an answer is told of them once it is there.
 */
export function createIgnoredFinder(
  operation: Pick<Operation, "query" | "response">,
): (search: URLSearchParams) => readonly string[] {
  const known = new Set(fieldsOf(operation.query));
  // The answers of some protocols have no place for it.
  const hasMeta = fieldsOf(operation.response).includes("meta");
  return (search) => {
    if (!hasMeta || search.size === 0) return [];
    const names = new Set([...search.keys()].filter((name) => !known.has(name)));
    return [...names].sort().slice(0, NAMES_MAX);
  };
}

/** A success that names the parameters that it left out of account. */
export function withIgnored(answer: Answer, names: readonly string[]): Answer {
  if (names.length === 0 || answer.status !== 200) return answer;
  const member = `"ignoredParameters":${JSON.stringify(names)}`;
  const { body, etag } = answer;
  // In JSON text these characters are a member's name and nothing else: quotes in values are escaped.
  const at = body.lastIndexOf(META);
  const changed =
    at === -1
      ? `${body.slice(0, -1)},${META}${member}}}`
      : `${body.slice(0, at + META.length)}${member},${body.slice(at + META.length)}`;
  return { ...answer, body: changed, etag: etag && tagWith(etag, member) };
}

const META = '"meta":{';

/** Follows from the two parts, so that a large body is not hashed again. */
function tagWith(etag: string, member: string): string {
  return `${etag.slice(0, -1)}-${createHash("sha256").update(member).digest("hex").slice(0, 12)}"`;
}

/** The members of an object schema, refined or transformed as it may be. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe ? fieldsOf(schema.in) : [];
}
