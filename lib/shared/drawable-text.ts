/** Basic Latin to Latin Extended-A, with the dashes, quotes and signs of the same font. */
const UNDRAWABLE = /[^\u0020-\u007e\u00a1-\u017f\u2013\u2014\u2018-\u201d\u2026\u20ac]/gu;

/**
 * What of a text a picture can show with a Latin font: other letters and emoji are left out, for
 * half a word of boxes helps nobody. Null when nothing is left.
 */
export function drawableText(text: string): string | null {
  const drawable = text.normalize("NFC").replace(UNDRAWABLE, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(drawable) ? drawable : null;
}
