/**
 * The rules for text that callers send, wherever it stands: path, query, header or body. Such text
 * is stored, signed and shown to people, and PostgreSQL refuses NUL and lone surrogates.
 */

/** Half of a pair: read by code points, whole pairs are none. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const CONTROL = /\p{Cc}/u;
/** A body may hold line ends and tabs; fields on one line refuse or trim them. */
const CONTROL_BUT_WHITESPACE = /[^\P{Cc}\n\r\t]/u;
const CONTROL_BUT_NEWLINE = /[^\P{Cc}\n]/u;
/** They make a name read differently from what it is. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What leaves ink: neither space, format character, filler, blank pattern nor a mark on its own. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Why a text must not be stored or shown, or null.
 * @param options.newlines whether line feeds are allowed
 */
export function findTextProblem(text: string, options: { newlines: boolean }): string | null {
  const control = options.newlines ? CONTROL_BUT_NEWLINE : CONTROL;
  return findProblem(text, control);
}

/** Why no field of a request body may hold a text, or null; its own rule may be stricter. */
export function findBodyTextProblem(text: string): string | null {
  return findProblem(text, CONTROL_BUT_WHITESPACE);
}

function findProblem(text: string, control: RegExp): string | null {
  if (LONE_SURROGATE.test(text)) return "must be well-formed Unicode";
  if (BIDI.test(text)) return "must not contain bidirectional control characters";
  return control.test(text) ? "must not contain control characters" : null;
}

/** Whether people would see anything of a text. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Length in Unicode code points, as limits count it. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
