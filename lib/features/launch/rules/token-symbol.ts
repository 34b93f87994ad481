/** Normalizes a symbol: `$goat ` becomes `GOAT`. */
export function normalizeSymbol(text: string): string {
  return text
    .trim()
    .replace(/^\$+\s*/, "")
    .toUpperCase();
}

/**
 * Why a normalized symbol is not allowed, or null. Rejects characters that look like another symbol
 * or break where it is shown.
 */
export function findSymbolProblem(symbol: string): string | null {
  if (/\s/u.test(symbol)) return "must not contain spaces";
  const isPlain = /^(?:[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]|\u200d|\ufe0f)*$/u.test(symbol);
  return isPlain ? null : "may hold only letters, digits and emoji";
}
