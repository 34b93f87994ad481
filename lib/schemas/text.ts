import { z } from "zod";
import { readCid } from "@/lib/shared/cid";
import {
  codePointLength,
  findTextProblem,
  hasHiddenCharacter,
  isVisible,
} from "@/lib/shared/text/text";
import { documentAs } from "./wire-form";

/**
 * A trimmed text of `min..max` code points in Unicode NFC, without control or bidi characters. With
 * `min` above 0 it must contain a visible character, and a single line none that is not shown.
 * @param limits.newlines whether it may have several lines and bidirectional marks; a tab then becomes a space
 */
export function plainText(limits: { min: number; max: number; newlines?: boolean }) {
  const text = z
    .string()
    .trim()
    .normalize("NFC")
    .overwrite((value) => (limits.newlines ? withLineFeeds(value) : value))
    .superRefine((value, ctx) => {
      const length = codePointLength(value);
      if (length < limits.min || length > limits.max) {
        const range = limits.min === 0 ? `at most ${limits.max}` : `${limits.min} to ${limits.max}`;
        ctx.addIssue({ code: "custom", message: `must be ${range} characters long` });
      }
      const problem = findTextProblem(value, { newlines: limits.newlines ?? false });
      if (problem !== null) ctx.addIssue({ code: "custom", message: problem });
      else if (length > 0 && limits.min > 0 && !isVisible(value)) {
        ctx.addIssue({ code: "custom", message: "must contain a visible character" });
      } else if (limits.min > 0 && !limits.newlines && hasHiddenCharacter(value)) {
        ctx.addIssue({ code: "custom", message: "must not contain invisible characters" });
      }
    });
  const { min: minLength, max: maxLength } = limits;
  return documentAs(text, { type: "string", minLength, maxLength });
}

/** Editors and forms end lines in different ways; a text is stored and signed in one. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\t", " ");
}

/** An http(s) link of at most 2,048 characters, in NFC. */
export const link = plainText({ min: 0, max: 2048 }).pipe(
  z.url({ protocol: /^https?$/, error: "must be an http or https URL" }),
);

/** A link that may be absent or empty. */
export const optionalLink = documentAs(z.union([z.literal("").transform(() => undefined), link]), {
  type: "string",
  maxLength: 2048,
  pattern: "^([Hh][Tt][Tt][Pp][Ss]?://\\S+)?$",
})
  .nullish()
  .transform((value) => value ?? undefined)
  .meta({ description: "An http or https URL, up to 2048 characters; empty means none." });

/** A CID, in base32 if its base is unusual; an optional leading `ipfs://` is removed. */
export const cid = documentAs(
  z
    .string()
    .trim()
    .transform((value, ctx) => {
      const text = value.replace(/^ipfs:\/\//i, "");
      const read = text === "" ? text : readCid(text);
      if (read !== null) return read;
      ctx.addIssue({ code: "custom", message: "must be a valid IPFS CID (v0 or v1)" });
      return z.NEVER;
    }),
  { type: "string", pattern: "^([Ii][Pp][Ff][Ss]://)?[A-Za-z0-9+/_-]{46,128}$", maxLength: 135 },
);
