/**
 * Names and symbols that the JSON schema of Uniswap token lists allows. It counts characters, not UTF-16
 * units, so both are regular expressions with the flag `u`.
 */
export const LISTED_NAME = /^[ \S]{1,60}$/u;
export const LISTED_SYMBOL = /^\S{1,20}$/u;

/** Whether a token list may have a token. */
export function isListable({ name, symbol }: { name: string; symbol: string }): boolean {
  return LISTED_NAME.test(name) && LISTED_SYMBOL.test(symbol);
}
