/** Basic Latin to Latin Extended-A, with common dashes and quotes, the ellipsis and the euro sign. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a1-\u017f\u2013\u2014\u2018-\u201d\u2026\u20ac]/gu;

/**
 * The part of a text that a Latin font can draw; other letters and emoji would be drawn as boxes.
 * Null if no letter or digit is left.
 */
export function drawableText(text: string): string | null {
  const drawable = text.normalize("NFC").replace(UNDRAWABLE, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(drawable) ? drawable : null;
}
