/** Control characters and bidi controls; line feeds are told apart by the caller. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const UNSAFE_BUT_NEWLINE = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Text that somebody else wrote (a contract, a metadata document), made safe to store and show:
 * well-formed, without control and bidi characters, trimmed, at most `lengthMax` code points.
 */
export function cleanText(text: string, options: { lengthMax: number; newlines: boolean }): string {
  const safe = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(options.newlines ? UNSAFE_BUT_NEWLINE : UNSAFE, "")
    .trim();
  return [...safe].slice(0, options.lengthMax).join("").trimEnd();
}
