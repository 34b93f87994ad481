import { ApiError, call } from "@slipway-launchpad/client";
import { getAddress, isAddress } from "viem";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { validateIdentity } from "@/components/recipients/recipient-rules";
import { withdrawFunds } from "@/lib/features/fees/operations";
import { type WithdrawAnswer, withdrawRequest } from "@/lib/features/fees/schema/wallet-actions";
import { amountText, parseAmount } from "@/lib/features/trade/rules/amounts";
import { CHAINS } from "@/lib/shared/chains";
import { explainNumber, readNumber } from "@/lib/shared/text/number-text";
import { inspectTarget, type TargetKind } from "@/lib/web/account/inspect-target";
import { amountRules, type WithdrawalDraft } from "@/lib/web/account/pending-withdrawal";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { chainReader } from "@/lib/web/trade/chain-reader";

const TIMEOUT_MS = 30_000;

/** The maximum amount, rounded down to six decimals. */
const LONG_FRACTION = /(\d\.\d{6})\d+/g;

/** Withdrawal preview of a draft, with what is deployed at the target address. */
export type CheckedWithdrawal = {
  draft: WithdrawalDraft;
  preview: WithdrawAnswer;
  target: TargetKind;
};

/** Messages of the fields with a problem. */
export type Issues = { to?: string | undefined; amount?: string | undefined };

/** Validation error from the chain, with its field. */
class FieldIssue extends Error {
  readonly field: keyof Issues;

  constructor(field: keyof Issues, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Requests a preview from the service, after the target has been read from its chain.
 * @throws what `issuesOf` maps to fields; ApiError; Error if the chain does not respond
 */
export async function checkWithdrawal(draft: WithdrawalDraft): Promise<CheckedWithdrawal> {
  const { chain, wallet, to, amount } = draft;
  const address = getAddress(cleanIdentityInput("wallet", to));
  const target = await inspectTarget(chainReader(chain), address).catch((cause: unknown) => {
    throw new Error(`${CHAINS[chain].name} can’t be reached`, { cause });
  });
  if (target === "token") {
    throw new FieldIssue("to", "This is a token contract. ETH sent to it is lost.");
  }
  const body = { chain, wallet, to: address, amount: readAmount(amount) };
  const preview = await call(withdrawFunds, { body }, { timeoutMs: TIMEOUT_MS });
  return { draft, preview, target };
}

/** Client-side validation with the API's schema. */
export function findIssues({ chain, wallet, to, amount }: WithdrawalDraft): Issues {
  const recipient = cleanIdentityInput("wallet", to);
  const parsed = withdrawRequest.safeParse({
    chain,
    wallet,
    to: recipient,
    amount: readAmount(amount),
  });
  const of = (field: keyof Issues) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const issues: Issues = {
    to: of("to") === undefined ? undefined : (validateIdentity("wallet", to) ?? of("to")),
    amount: amountIssue(amount, of("amount")),
  };
  if (isAddress(recipient, { strict: false }) && recipient.toLowerCase() === wallet.toLowerCase()) {
    issues.to = "This is the managed wallet itself. Enter another wallet.";
  }
  return issues;
}

function amountIssue(amount: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return explainNumber(amount, amountRules(), "0.25") ?? "must be greater than 0";
}

/** Parses a decimal or `max`; returns invalid input unchanged for the schema to reject. */
function readAmount(amount: string): string {
  const text = amount.trim().toLowerCase();
  return text === "max" ? text : (readNumber(text, amountRules()).value ?? text);
}

/** Normalizes an amount; returns invalid input unchanged. */
export function tidyAmount(text: string): string {
  const amount = parseAmount(text, decimalMark());
  return amount === null ? text : amountText(amount, decimalMark());
}

/** The messages of a failed check, for the fields that they are about. */
export function issuesOf(error: unknown): Issues {
  if (error instanceof FieldIssue) return { [error.field]: error.message };
  if (!(error instanceof ApiError)) return {};
  const of = (field: keyof Issues) => error.details.find(({ path }) => path === field)?.message;
  return { to: of("to"), amount: of("amount")?.replace(LONG_FRACTION, "$1") };
}
