/**
 * Characters that must not appear in text shown to people: control characters, and the bidi
 * controls that make a name read differently from what it is.
 */
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_NEWLINE = /[^\P{Cc}\n]/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What is wrong with a text, or null.
 * @param options.newlines whether line feeds are allowed
 */
export function findTextProblem(text: string, options: { newlines: boolean }): string | null {
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  if (BIDI.test(text)) return "must not contain bidirectional control characters";
  const control = options.newlines ? CONTROL_BUT_NEWLINE : CONTROL;
  if (control.test(text)) return "must not contain control characters";
  return null;
}

/** Length in Unicode code points, as limits count it. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
