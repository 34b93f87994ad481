import {
  BaseError,
  ChainMismatchError,
  decodeErrorResult,
  ExecutionRevertedError,
  type Hash,
  type Hex,
  HttpRequestError,
  InsufficientFundsError,
  isHex,
  TimeoutError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import {
  REVERT_MEANINGS,
  TRADE_PROBLEMS,
  type TradeProblemCode,
} from "@/lib/features/trade/rules/problems";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";
import { TradeError } from "./trade-error";

export type TradeProblem = (typeof TRADE_PROBLEMS)[TradeProblemCode] & {
  code: TradeProblemCode;
  /** The contract's or library's own short message, for reference. */
  technical: string;
  /** The transaction that failed or is pending. */
  hash: Hash | null;
};

/** EIP-1193, EIP-1474 and EIP-5792 codes that identify the problem by themselves. */
const RPC_CODES: Readonly<Record<number, TradeProblemCode>> = {
  4001: "rejected",
  5000: "rejected",
  4100: "wallet_gone",
  4900: "wallet_gone",
  4200: "unsupported",
  [-32601]: "unsupported",
  4901: "wrong_chain",
  4902: "wrong_chain",
  [-32002]: "wallet_busy",
};

/** Errors that wrap another contract's error, with the positions of its bytes. */
const WRAPPERS: Readonly<Record<string, readonly number[]>> = {
  ExecutionFailed: [1],
  // The inner reason; the wrapper's details matter only when it is empty.
  WrappedError: [2, 3],
  UnexpectedRevertBytes: [0],
};
const DEPTH_MAX = 6;

/** Explains a failed trade or quote to the user, with a next step. */
export function explainTradeError(error: unknown): TradeProblem {
  if (error instanceof TradeError) return explainMined(error);
  if (!(error instanceof BaseError)) {
    const named = error instanceof Error ? NAMED[error.name] : undefined;
    const code = named ?? RPC_CODES[rpcCodeOf(error) ?? 0] ?? "unknown";
    return problem(code, error instanceof Error ? error.message : String(error));
  }
  const text = error.shortMessage;
  if (holds(error, (cause) => cause instanceof WaitForTransactionReceiptTimeoutError))
    return problem("not_mined", text);
  const byCode = rpcProblem(error);
  if (byCode !== null) return problem(byCode, text);
  if (holds(error, (cause) => cause instanceof InsufficientFundsError))
    return problem("insufficient_eth", text);
  if (holds(error, (cause) => cause instanceof ChainMismatchError))
    return problem("wrong_chain", text);
  const revert = revertOf(error);
  if (revert !== null) return problem(REVERT_MEANINGS[revert.name] ?? "refused", revert.text);
  if (holds(error, (cause) => cause instanceof ExecutionRevertedError))
    return problem("refused", text);
  const http = error.walk((cause) => cause instanceof HttpRequestError);
  if (http instanceof HttpRequestError) {
    return problem(http.status === 429 ? "slow_down" : "network", text);
  }
  if (holds(error, (cause) => cause instanceof TimeoutError)) return problem("network", text);
  // For unknown errors, the wallet's or node's own message is the only information.
  const named = NAMED[error.name];
  return named === undefined ? problem("unknown", error.details || text) : problem(named, text);
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
  if (error.code !== "reverted") return problem(error.code, error.message, error.hash);
  const revert = error.cause instanceof BaseError ? revertOf(error.cause) : null;
  const code = (revert === null ? undefined : REVERT_MEANINGS[revert.name]) ?? "reverted";
  return problem(code, revert?.text ?? error.message, error.hash);
}

function problem(
  code: TradeProblemCode,
  technical: string,
  hash: Hash | null = null,
): TradeProblem {
  return { ...TRADE_PROBLEMS[code], code, technical, hash };
}

function holds(error: BaseError, test: (cause: unknown) => boolean): boolean {
  return error.walk(test) !== null;
}

function rpcProblem(error: BaseError): TradeProblemCode | null {
  const holder = error.walk((cause) => RPC_CODES[rpcCodeOf(cause) ?? 0] !== undefined);
  return RPC_CODES[rpcCodeOf(holder) ?? 0] ?? null;
}

function rpcCodeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "number" ? error.code : null;
}

type Revert = { name: string; text: string };

/** The innermost contract error in viem's error, by name, or null. */
function revertOf(error: BaseError): Revert | null {
  const holder = error.walk((cause) => revertData(cause) !== null);
  const data = revertData(holder);
  return data === null ? null : decode(data, 0);
}

function decode(data: Hex, depth: number): Revert {
  try {
    const { errorName, args } = decodeErrorResult({ abi: tradeErrorsAbi, data });
    const inner = (WRAPPERS[errorName] ?? []).map((position) => args?.[position]).find(isRevert);
    if (depth < DEPTH_MAX && inner !== undefined) return decode(inner, depth + 1);
    // Older contracts revert with a text: Error("TRANSFER_FROM_FAILED").
    const [reason] = args ?? [];
    if (errorName === "Error" && typeof reason === "string") return { name: reason, text: reason };
    return { name: errorName, text: `${errorName}(${(args ?? []).map(String).join(", ")})` };
  } catch {
    // A contract error that the list lacks: its selector is still useful.
    const selector = data.slice(0, 10);
    return { name: selector, text: `Contract error ${selector}` };
  }
}

/** At least a selector. */
function isRevert(value: unknown): value is Hex {
  return isHex(value) && value.length >= 10;
}

/** viem's errors have the bytes as `data` (RPC) or `raw` (undecoded contract calls). */
function revertData(error: unknown): Hex | null {
  if (typeof error !== "object" || error === null) return null;
  for (const value of ["raw" in error ? error.raw : null, "data" in error ? error.data : null]) {
    if (isRevert(value)) return value;
    const nested = typeof value === "object" && value !== null && "data" in value && value.data;
    if (isRevert(nested)) return nested;
  }
  return null;
}
