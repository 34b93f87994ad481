import { type ParseArgsConfig, parseArgs } from "node:util";
import { CHAIN_SLUGS, type ChainSlug, IDEMPOTENCY_KEY_PATTERN } from "@slipway-launchpad/client";
import { UsageError } from "./usage-error";

/**
 * `parseArgs` in its strict form.
 * @throws UsageError
 */
export function readFlags<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** @throws UsageError when a required flag is missing */
export function requireFlag(value: string | undefined, flag: string): string {
  if (value === undefined || value === "") throw new UsageError(`--${flag} is required`);
  return value;
}

/**
 * The value of --idempotency-key, if there is one.
 * @throws UsageError
 */
export function readIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || IDEMPOTENCY_KEY_PATTERN.test(value)) return value;
  throw new UsageError("--idempotency-key must be 1 to 255 visible ASCII characters");
}

/** @throws UsageError when the chain is missing or unknown */
export function requireChainFlag(value: string | undefined): ChainSlug {
  const slug = requireFlag(value, "chain");
  const chain = CHAIN_SLUGS.find((known) => known === slug);
  if (chain !== undefined) return chain;
  throw new UsageError(`--chain must be one of: ${CHAIN_SLUGS.join(", ")}`);
}

/** @throws UsageError when the command takes fewer arguments */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`Unexpected argument: ${words[0]}`);
}

/**
 * Parses the seconds of a flag into milliseconds.
 * @throws UsageError
 */
export function readTimeoutMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value) * 1_000;
  throw new UsageError("--timeout must be a whole number of seconds");
}
