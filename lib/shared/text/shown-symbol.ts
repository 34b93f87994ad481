/** The letters of ETH, or Greek and Cyrillic ones that look like them, with anything in between. */
const ETHER = /^\P{L}*[eεе]\P{L}*[tτт]\P{L}*[hηн]\P{L}*$/iu;

/**
 * The symbol of a token as pages show it. Anyone can launch a token with the symbol of the coin that
 * chains pay gas with, so it is marked: `ETH (token)`.
 */
export function shownSymbol(symbol: string): string {
  return ETHER.test(symbol.normalize("NFKD")) ? `${symbol} (token)` : symbol;
}
