/**
 * Rules for text in requests: path, query, header and body. The text is stored, signed and displayed,
 * and PostgreSQL rejects NUL and lone surrogates.
 */

/** Half of a surrogate pair; with the `u` flag a complete pair does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Line and paragraph separators end a line as a line feed does. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** A body may contain line breaks and tabs; single-line fields reject or trim them. */
const CONTROL_BUT_WHITESPACE = /[^\P{Cc}\n\r\t]/u;
const CONTROL_BUT_NEWLINE = /[^\P{Cc}\n]/u;
/** Bidirectional embeddings, overrides and isolates display the text after them in another order. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;
/** Keyboards add these marks to Hebrew and Arabic text. They are not shown, so no name may have them. */
const BIDI_MARK = /[\u061c\u200e\u200f]/u;
/** Visible characters: no spaces, format characters, fillers, blank patterns or combining marks. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns why a text must not be stored or displayed, or null.
 * @param options.newlines whether line feeds and bidirectional marks are allowed, as in longer texts
 */
export function findTextProblem(text: string, options: { newlines: boolean }): string | null {
  if (options.newlines) return findProblem(text, CONTROL_BUT_NEWLINE);
  return findProblem(text, CONTROL) ?? (BIDI_MARK.test(text) ? BIDI_PROBLEM : null);
}

/** Returns why a request body must not contain a text, or null; a field may have stricter rules. */
export function findBodyTextProblem(text: string): string | null {
  return findProblem(text, CONTROL_BUT_WHITESPACE);
}

const BIDI_PROBLEM = "must not contain bidirectional control characters";

function findProblem(text: string, control: RegExp): string | null {
  if (LONE_SURROGATE.test(text)) return "must be well-formed Unicode";
  if (BIDI.test(text)) return BIDI_PROBLEM;
  return control.test(text) ? "must not contain control characters" : null;
}

/** Scripts that join or separate letters with characters that have no shape of their own. */
const JOINING_SCRIPTS = "Arab Beng Deva Gujr Guru Khmr Knda Mlym Mymr Orya Sinh Taml Telu".replace(
  /\w+ ?/g,
  (name) => `\\p{sc=${name.trim()}}`,
);
/** Characters without a shape of their own where they change what is next to them. */
const USEFUL = new RegExp(
  [
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
    "(?<=[#*0-9])\\ufe0f(?=\\u20e3)",
    // Flags of regions.
    "(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]+\\u{e007f}",
    `(?<=[${JOINING_SCRIPTS}])[\\u200c\\u200d](?=[${JOINING_SCRIPTS}])`,
  ].join("|"),
  "gu",
);
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Whether a text has a character that is not shown, which makes it look like another text. */
export function hasHiddenCharacter(text: string): boolean {
  return IGNORABLE.test(text) && IGNORABLE.test(text.replace(USEFUL, ""));
}

/** Whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Length in Unicode code points, the unit of all text limits. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
