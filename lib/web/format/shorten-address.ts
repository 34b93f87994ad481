/** `0x8Ba1f109…64DBA72` → `0x8Ba1…BA72`. */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
