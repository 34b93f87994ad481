/** The symbol as traders write it: `$goat ` is `GOAT`. */
export function tidySymbol(text: string): string {
  return text
    .trim()
    .replace(/^\$+\s*/, "")
    .toUpperCase();
}

/** Why a tidy symbol would be mistaken for another one or break where it is shown, or null. */
export function explainSymbol(symbol: string): string | null {
  if (/\s/u.test(symbol)) return "must not contain spaces";
  const isPlain = /^(?:[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]|\u200d|\ufe0f)*$/u.test(symbol);
  return isPlain ? null : "may hold only letters, digits and emoji";
}
