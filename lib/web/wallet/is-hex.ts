/** Whether a value is `0x` and this number of hex digits. */
export function isHex(value: unknown, digits: number): value is `0x${string}` {
  return typeof value === "string" && /^0x[0-9a-fA-F]+$/.test(value) && value.length === digits + 2;
}
