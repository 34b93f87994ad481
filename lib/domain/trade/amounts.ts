import { formatWei } from "../decimal";

const DECIMALS = 18;
const UNIT = 10n ** BigInt(DECIMALS);
/** What a router's swap takes at most: uint128. */
const AMOUNT_MAX = 2n ** 128n - 1n;

/**
 * What a person typed as a plain decimal that can go on growing: `,5` → `.5`, letters are dropped,
 * a second point too, more than 18 fraction digits are cut.
 */
export function cleanAmount(text: string): string {
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, 30);
  if (rest.length === 0) return digits;
  return `${digits}.${rest.join("").slice(0, DECIMALS)}`;
}

/** The smallest units of a cleaned amount; null while there is none, or it is zero or too large. */
export function parseAmount(text: string): bigint | null {
  const match = /^(\d*)(?:\.(\d{0,18}))?$/.exec(text);
  if (match === null) return null;
  const amount = BigInt(match[1] || "0") * UNIT + BigInt((match[2] ?? "").padEnd(DECIMALS, "0"));
  return amount > 0n && amount <= AMOUNT_MAX ? amount : null;
}

/** Smallest units as the field shows them: exact, so that all of a balance can be sold. */
export function amountText(amount: bigint): string {
  return formatWei(amount);
}

/**
 * A part of a balance in percent, rounded down to what a person can read: six digits after the
 * first. All of a balance is the balance itself.
 */
export function shareOf(balance: bigint, percent: number): bigint {
  const share = (balance * BigInt(percent)) / 100n;
  const precision = 10n ** BigInt(Math.max(0, share.toString().length - 7));
  return share - (share % precision);
}

/** Gas of the dearest trade (it moves the wall) with room for a second one. */
const RESERVED_GAS = 800_000n;
/** What rollups charge for the data besides: some 1e-6 ETH, taken twentyfold. */
const DATA_FEE_WEI = 20_000_000_000_000n;

/** What can be spent of a balance so that the gas of this trade and one more is left. */
export function spendableWei(balanceWei: bigint, feePerGasWei: bigint): bigint {
  const reserve = RESERVED_GAS * feePerGasWei + DATA_FEE_WEI;
  return balanceWei > reserve ? balanceWei - reserve : 0n;
}
