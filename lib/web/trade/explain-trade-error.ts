import {
  BaseError,
  ChainMismatchError,
  ExecutionRevertedError,
  type Hash,
  HttpRequestError,
  InsufficientFundsError,
  RpcRequestError,
  TimeoutError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import {
  meaningOfRevert,
  TRADE_PROBLEMS,
  type TradeNext,
  type TradeProblemCode,
} from "@/lib/features/trade/rules/problems";
import {
  type ContractError,
  decodeContractError,
  findRevertData,
} from "@/lib/shared/abi/decode-contract-error";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";
import { OtherWalletError } from "../account/other-wallet-error";
import { formatTime } from "../format/format-time";
import { OfflineError } from "../run-online";
import { codeOf, layersOf, textOf } from "./error-layers";
import { StoppedError } from "./stopped-error";
import { TradeError } from "./trade-error";
import { UnsentError } from "./unsent-error";

export type TradeProblem = {
  title: string;
  detail: string;
  next: TradeNext;
  code: TradeProblemCode;
  /** The contract's or library's own short message, for reference. */
  technical: string;
  /** The transaction that failed or is pending. */
  hash: Hash | null;
};

/** Codes of EIP-1193, EIP-1474, EIP-5792 and ethers that identify the problem by themselves. */
const CODES: Readonly<Record<string, TradeProblemCode>> = {
  4001: "rejected",
  5000: "rejected",
  5750: "rejected",
  ACTION_REJECTED: "rejected",
  4100: "wallet_gone",
  4900: "wallet_gone",
  4200: "unsupported",
  5700: "unsupported",
  5710: "unsupported",
  5740: "unsupported",
  5760: "unsupported",
  [-32601]: "unsupported",
  4901: "wrong_chain",
  4902: "wrong_chain",
  [-32002]: "wallet_busy",
  [-32005]: "slow_down",
};

/** Code of a node, or of our relay to it, that cannot answer; wallets use it for anything. */
const INTERNAL = -32_603;

/** Texts of wallets and nodes whose error code is unspecific, such as -32603 and -32000. */
const TEXTS: readonly [RegExp, TradeProblemCode][] = [
  [/\b4001\b/, "rejected"],
  [/\b(user|signer|owner)\b.{0,20}\b(reject|denie|deny|declin|cancel|abort)/i, "rejected"],
  [/\b(reject|denie|declin|cancel)\w*\b.{0,20}\bby (the )?(user|signer|owner)\b/i, "rejected"],
  [/\b(request|signature) (was |has been )?(rejected|denied|declined|cancell?ed)\b/i, "rejected"],
  [/^\W*(rejected|denied|declined|cancell?ed)\W*$/i, "rejected"],
  [/\bunderpriced\b|less than block base fee|\bfee (cap )?too low\b/i, "underpriced"],
  [/\balready known\b|\balready imported\b|\bknown transaction\b/i, "maybe_sent"],
];

/** A transaction that was sent, or a batch whose transaction is not known. */
export type SentBefore = { hash: Hash | null };

/**
 * Explains a failed trade or quote to the user, with a next step.
 * @param sent transaction that was sent before, if any. After sending, only a `TradeError` is conclusive: a
 * chunk that fails to load or a disconnected wallet is not
 */
export function explainTradeError(error: unknown, sent?: SentBefore): TradeProblem {
  if (error instanceof TradeError) return explainMined(error);
  if (error instanceof OfflineError) return problem("network", error.message);
  if (sent !== undefined) {
    return explainMined(new TradeError("not_mined", sent.hash, error));
  }
  if (error instanceof UnsentError) return explainTradeError(error.cause);
  if (error instanceof StoppedError) return problem(error.code, error.message);
  if (error instanceof OtherWalletError) return problem("other_wallet", error.message);
  const layers = layersOf(error);
  if (!(error instanceof BaseError)) {
    const technical = error instanceof Error ? error.message : textOf(error) || String(error);
    return problem(byCode(layers) ?? byText(layers) ?? byName(layers) ?? "unknown", technical);
  }
  const text = error.shortMessage;
  const holds = (test: (layer: unknown) => boolean) => layers.some(test);
  if (holds((cause) => cause instanceof WaitForTransactionReceiptTimeoutError))
    return problem("not_mined", text);
  const coded = byCode(layers);
  if (coded !== null) return problem(coded, text);
  if (holds((cause) => cause instanceof InsufficientFundsError))
    return problem("insufficient_eth", text);
  if (holds((cause) => cause instanceof ChainMismatchError)) return problem("wrong_chain", text);
  const revert = revertOf(error);
  if (revert !== null) return reverted(revert, "refused");
  if (holds((cause) => cause instanceof ExecutionRevertedError)) return problem("refused", text);
  const http = layers.find((cause) => cause instanceof HttpRequestError);
  if (http !== undefined) return problem(http.status === 429 ? "slow_down" : "network", text);
  if (holds((cause) => cause instanceof TimeoutError)) return problem("network", text);
  if (holds((cause) => cause instanceof RpcRequestError && cause.code === INTERNAL))
    return problem("network", text);
  // For unknown errors, the wallet's or node's own message is the only information.
  const worded = byText(layers) ?? byName(layers);
  return worded === null ? problem("unknown", error.details || text) : problem(worded, text);
}

/**
 * By the innermost code that is known: libraries wrap a wallet's error in one of their own, such as
 * "could not switch the chain" around "a request is open".
 */
function byCode(layers: readonly unknown[]): TradeProblemCode | null {
  const code = layers.map(codeOf).findLast((one) => one !== null && Object.hasOwn(CODES, one));
  return code === undefined || code === null ? null : (CODES[code] ?? null);
}

function byText(layers: readonly unknown[]): TradeProblemCode | null {
  const found = TEXTS.find(([words]) => layers.some((layer) => words.test(textOf(layer))));
  return found?.[1] ?? null;
}

function byName(layers: readonly unknown[]): TradeProblemCode | null {
  const names = layers.flatMap((layer) => (layer instanceof Error ? [layer.name] : []));
  const name = names.find((one) => Object.hasOwn(NAMED, one));
  return name === undefined ? null : (NAMED[name] ?? null);
}

/** wagmi's own errors, which do not extend viem's classes. */
const NAMED: Readonly<Record<string, TradeProblemCode>> = {
  ConnectorNotConnectedError: "wallet_gone",
  ConnectorAccountNotFoundError: "wallet_gone",
  ConnectorUnavailableReconnectingError: "wallet_gone",
  ConnectorChainMismatchError: "wrong_chain",
  SwitchChainNotSupportedError: "wrong_chain",
  ProviderNotFoundError: "wallet_gone",
};

function explainMined(error: TradeError): TradeProblem {
  if (error.code === "maybe_sent" && error.cause !== undefined) {
    return problem("maybe_sent", explainTradeError(error.cause).technical);
  }
  if (error.code !== "reverted") return problem(error.code, error.message, error.hash);
  const revert = error.cause instanceof BaseError ? revertOf(error.cause) : null;
  if (revert === null) return problem("reverted", error.message, error.hash);
  return reverted(revert, "reverted", error.hash);
}

/** @param otherwise the problem of a contract error without a meaning of its own */
function reverted(
  revert: ContractError,
  otherwise: TradeProblemCode,
  hash: Hash | null = null,
): TradeProblem {
  const found = problem(meaningOfRevert(revert.name) ?? otherwise, technicalOf(revert), hash);
  const opening = /^NotStarted\((\d{1,12})\)$/.exec(revert.text)?.[1];
  if (opening === undefined) return found;
  return { ...found, detail: `Trading opens ${formatTime(Number(opening))}.` };
}

function problem(
  code: TradeProblemCode,
  technical: string,
  hash: Hash | null = null,
): TradeProblem {
  return { ...TRADE_PROBLEMS[code], code, technical, hash };
}

/** The innermost contract error in viem's error, or null. */
function revertOf(error: BaseError): ContractError | null {
  const data = findRevertData(error);
  return data === null ? null : decodeContractError(data, tradeErrorsAbi);
}

/** Something to search for if the error is only known by its selector. */
function technicalOf({ name, text }: ContractError): string {
  return name.startsWith("0x") ? `Contract error ${text}` : text;
}
