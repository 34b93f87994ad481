import { IDENTITY_TYPES, type IdentityType, SPLIT_TOTAL } from "@slipway-launchpad/client";
import { parseDecimalFlag } from "./parse-decimal-flag";
import { UsageError } from "./usage-error";

/** Decimals of a percentage on chain: 33.33333%. */
const PERCENT_DECIMALS = 5;
const FORM = "--split must be type:id or type:id:percent";

type Recipient = { type: IdentityType; id: string; split?: string };

/**
 * Parses recipients such as `--split email:ada@example.com:60`. Either every one has a percentage and
 * they sum to 100, or none has (equal shares).
 * @throws UsageError
 */
export function readSplits(flags: readonly string[]): Recipient[] {
  const recipients = flags.map(readSplit);
  const shares = recipients.flatMap(({ split }) => (split === undefined ? [] : [BigInt(split)]));
  if (shares.length === 0) return recipients;
  if (shares.length < recipients.length) {
    throw new UsageError("Give a percentage in every --split, or in none for equal shares");
  }
  const sum = shares.reduce((total, share) => total + share, 0n);
  if (sum !== BigInt(SPLIT_TOTAL)) {
    const percent = Number(sum) / (SPLIT_TOTAL / 100);
    throw new UsageError(`The percentages of --split add up to ${percent}, not 100`);
  }
  return recipients;
}

function readSplit(flag: string): Recipient {
  const [typeText = "", id = "", percent, ...more] = flag.split(":");
  const type = IDENTITY_TYPES.find((known) => known === typeText);
  if (type === undefined) {
    throw new UsageError(`${FORM}; type is one of ${IDENTITY_TYPES.join(", ")}, not "${typeText}"`);
  }
  if (id === "" || more.length > 0) throw new UsageError(`${FORM}, not "${flag}"`);
  if (percent === undefined) return { type, id };
  return { type, id, split: String(parseDecimalFlag(percent, PERCENT_DECIMALS, "split")) };
}
