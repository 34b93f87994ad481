/** The larger of two whole numbers. */
export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** The smaller of two whole numbers. */
export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
