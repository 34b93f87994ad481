/** Control characters, line separators, bidirectional controls and marks, and the byte order mark. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Longer texts keep line feeds, and the marks of right-to-left text. */
const UNSAFE_BUT_NEWLINE = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Sanitizes untrusted text (of a contract or metadata document) for storage and display: well-formed,
 * without control and bidirectional control characters, trimmed, at most `lengthMax` code points.
 */
export function cleanText(text: string, options: { lengthMax: number; newlines: boolean }): string {
  const safe = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(options.newlines ? UNSAFE_BUT_NEWLINE : UNSAFE, "")
    .trim();
  return [...safe].slice(0, options.lengthMax).join("").trimEnd();
}
