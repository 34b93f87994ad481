import type { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};
/** Units of a limited value, one and several. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  record: ["entry", "entries"],
  file: ["byte", "bytes"],
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  cidrv4: "an IPv4 network",
  cidrv6: "an IPv6 network",
};

/**
 * The text of an issue whose schema has none of its own. It follows the name of a field, as in
 * "email must have at most 254 characters"; zod's texts ("Too big: expected string to have <=254
 * characters") are written for programmers.
 */
export function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      if (issue.input === undefined) return "is required";
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_big":
      return `must ${boundText(issue, issue.maximum, issue.inclusive === false ? "less than" : "at most")}`;
    case "too_small":
      if (issue.origin in UNITS && Number(issue.minimum) === 1) return "must not be empty";
      return `must ${boundText(issue, issue.minimum, issue.inclusive === false ? "more than" : "at least")}`;
    case "invalid_format": {
      const format = FORMATS[issue.format];
      return format === undefined ? "has the wrong format" : `must be ${format}`;
    }
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    default:
      return "is not valid";
  }
}

function boundText(
  { origin, exact }: { origin: string; exact?: boolean },
  bound: number | bigint,
  relation: string,
): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be ${relation} ${bound}`;
  const [one, several] = unit;
  return `have ${exact === true ? "exactly" : relation} ${bound} ${bound === 1 ? one : several}`;
}
