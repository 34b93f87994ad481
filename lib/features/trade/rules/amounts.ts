import { formatWei } from "@/lib/shared/decimal";
import { explainNumber, type NumberRules, readNumber } from "@/lib/shared/number-text";

const DECIMALS = 18;
const UNIT = 10n ** BigInt(DECIMALS);
/** What a router's swap takes at most: uint128. */
const AMOUNT_MAX = 2n ** 128n - 1n;

type Mark = NonNullable<NumberRules["mark"]>;

/**
 * The smallest units of an amount as a person types it; null while there is none, or it is not
 * understood, zero or too large.
 * @param mark the person's decimal mark
 */
export function parseAmount(text: string, mark: Mark = "."): bigint | null {
  const { value } = readNumber(text, rulesOf(mark));
  if (value === null) return null;
  const [whole = "", fraction = ""] = value.split(".");
  const amount = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, "0"));
  return amount > 0n && amount <= AMOUNT_MAX ? amount : null;
}

/** Why a text is no amount, in words; null while nothing is typed, for zero, and for an amount. */
export function explainAmount(text: string, mark: Mark = "."): string | null {
  const { value, problem } = readNumber(text, rulesOf(mark));
  if (problem === "empty") return null;
  const message = explainNumber(text, rulesOf(mark), "0.5");
  if (message !== null) return message.replace(/^must/, "The amount must");
  return parseAmount(text, mark) === null && Number(value) > 0
    ? "This is more than the total supply."
    : null;
}

/** Smallest units as the field shows them: exact, so that all of a balance can be sold. */
export function amountText(amount: bigint, mark: Mark = "."): string {
  const text = formatWei(amount);
  // Three decimals read as a thousand where the comma is the decimal mark.
  return readNumber(text, rulesOf(mark)).problem === "two_readings" ? `${text}0` : text;
}

function rulesOf(mark: Mark): NumberRules {
  return { decimals: DECIMALS, units: ["ETH"], mark };
}

/**
 * A part of a balance in percent, rounded down to what a person can read: six digits after the
 * first. All of a balance is the balance itself.
 */
export function percentOfBalance(balance: bigint, percent: number): bigint {
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
