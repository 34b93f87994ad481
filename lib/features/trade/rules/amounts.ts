import { formatWei } from "@/lib/shared/text/decimal";
import {
  explainNumber,
  type NumberRules,
  plainText,
  readNumber,
} from "@/lib/shared/text/number-text";

const DECIMALS = 18;
const UNIT = 10n ** BigInt(DECIMALS);
/** Maximum of a router swap: uint128. */
const AMOUNT_MAX = 2n ** 128n - 1n;

type Mark = NonNullable<NumberRules["mark"]>;

/**
 * Parses a typed amount to smallest units; null if it is empty, not a number, zero or too large.
 * @param mark the user's decimal mark
 */
export function parseAmount(text: string, mark: Mark = "."): bigint | null {
  const { value } = readNumber(text, rulesOf(mark));
  if (value === null) return null;
  const [whole = "", fraction = ""] = value.split(".");
  const amount = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, "0"));
  return amount > 0n && amount <= AMOUNT_MAX ? amount : null;
}

/** Error text for an invalid amount; null for an empty text, zero and a valid amount. */
export function explainAmount(text: string, mark: Mark = "."): string | null {
  const { value, problem } = readNumber(text, rulesOf(mark));
  if (problem === "empty") return null;
  const message = explainNumber(text, rulesOf(mark), "0.5");
  if (message !== null) return message.replace(/^must/, "The amount must");
  return parseAmount(text, mark) === null && Number(value) > 0 ? "This amount is too large." : null;
}

/** Formats smallest units for the input field; exact, so that a whole balance can be sold. */
export function amountText(amount: bigint, mark: Mark = "."): string {
  return plainText(formatWei(amount), rulesOf(mark));
}

function rulesOf(mark: Mark): NumberRules {
  return { decimals: DECIMALS, units: ["ETH"], mark };
}

/**
 * A percentage of a balance, rounded down to 7 significant digits for readability. 100% is the exact
 * balance.
 */
export function percentOfBalance(balance: bigint, percent: number): bigint {
  if (percent === 100) return balance;
  const share = (balance * BigInt(percent)) / 100n;
  const precision = 10n ** BigInt(Math.max(0, share.toString().length - 7));
  return share - (share % precision);
}

/** The gas limit of the most expensive trades, which reposition the bid wall: a node demands its price. */
const TRADE_GAS = 550_000n;
/** A managed wallet offers twice the gas price, because its trades are not replaced later. */
const MANAGED_FACTOR = 2n;
/** Data fee of a trade on a rollup: about 1e-6 ETH, times 10 as a margin. */
const DATA_FEE_WEI = 10_000_000_000_000n;

/** The part of a balance that Max fills in: leaves the gas for this trade and one more. */
export function spendableWei(
  balanceWei: bigint,
  feePerGasWei: bigint,
  isManaged: boolean = false,
): bigint {
  return lessGasOf(2n, { balanceWei, feePerGasWei, isManaged });
}

/**
 * The largest amount that a balance pays for: leaves the gas for this trade. It is more than
 * `spendableWei`, so that Max stays valid when the gas price rises, up to twice of it.
 */
export function payableWei(
  balanceWei: bigint,
  feePerGasWei: bigint,
  isManaged: boolean = false,
): bigint {
  return lessGasOf(1n, { balanceWei, feePerGasWei, isManaged });
}

function lessGasOf(
  trades: bigint,
  of: { balanceWei: bigint; feePerGasWei: bigint; isManaged: boolean },
): bigint {
  const { balanceWei, feePerGasWei, isManaged } = of;
  const gasWei = TRADE_GAS * feePerGasWei * (isManaged ? MANAGED_FACTOR : 1n);
  const reserve = trades * (gasWei + DATA_FEE_WEI);
  return balanceWei > reserve ? balanceWei - reserve : 0n;
}
