import {
  ChainMismatchError,
  encodeErrorResult,
  HttpRequestError,
  parseAbi,
  ResourceUnavailableRpcError,
  RpcRequestError,
  SwitchChainError,
  UnknownRpcError,
  UserRejectedRequestError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import { describe, expect, it } from "vitest";
import { detailOf } from "@/lib/features/trade/rules/problems";
import { OtherWalletError } from "@/lib/web/account/other-wallet-error";
import { formatTime } from "@/lib/web/format/format-time";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { nextAction, type TradeSituation } from "@/lib/web/trade/run/next-action";
import { TradeError } from "@/lib/web/trade/trade-error";

const URL = "https://launch.example.com/rpc/base";
const HASH = `0x${"ab".repeat(32)}` as const;
const abi = parseAbi([
  "error V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived)",
  "error ExecutionFailed(uint256 commandIndex, bytes message)",
  "error WrappedError(address target, bytes4 selector, bytes reason, bytes details)",
  "error InvalidNonce()",
  "error PartialFill()",
  "error NotStarted(uint256 startTime)",
  "error HookCallFailed()",
  "error Error(string reason)",
]);
const HOOK = "0xd7a062F7EF398153fa6F442A8327ab85905da8Ec";

function reverted(data: `0x${string}`) {
  return new RpcRequestError({
    body: {},
    url: URL,
    error: { code: 3, message: "execution reverted", data },
  });
}
/** A wallet's error in viem's forms of it. */
function wrapped(thrown: unknown) {
  const cause = thrown instanceof Error ? thrown : Object.assign(new Error(), { cause: thrown });
  return new UnknownRpcError(cause);
}
/** Our relay's error. */
function relayed(code: number, message: string) {
  return new RpcRequestError({ body: {}, url: URL, error: { code, message } });
}
const tooLittle = encodeErrorResult({ abi, errorName: "V4TooLittleReceived", args: [2n, 1n] });
const partial = encodeErrorResult({ abi, errorName: "PartialFill" });
const details = encodeErrorResult({ abi, errorName: "HookCallFailed" });

describe("explainTradeError", () => {
  it.each([
    ["a declined request", new UserRejectedRequestError(new Error("no")), "rejected"],
    ["an old wallet's own error", { code: 4001, message: "denied" }, "rejected"],
    [
      "a wallet that is gone, by the name of wagmi's error",
      Object.assign(new Error("Connector not connected."), { name: "ConnectorNotConnectedError" }),
      "wallet_gone",
    ],
    ["a wallet with another account", new OtherWalletError(HOOK, HASH), "other_wallet"],
    ["an open request", { code: -32_002, message: "pending" }, "wallet_busy"],
    ["a price that moved", reverted(tooLittle), "price_moved"],
    [
      "a permit that the router could not use",
      reverted(
        encodeErrorResult({
          abi,
          errorName: "ExecutionFailed",
          args: [0n, encodeErrorResult({ abi, errorName: "InvalidNonce" })],
        }),
      ),
      "permission",
    ],
    [
      "an error of the hook under the pool manager's",
      reverted(
        encodeErrorResult({
          abi,
          errorName: "WrappedError",
          args: [HOOK, "0x575e24b4", partial, details],
        }),
      ),
      "too_large",
    ],
    [
      "a token that says why in text",
      reverted(encodeErrorResult({ abi, errorName: "Error", args: ["TRANSFER_FROM_FAILED"] })),
      "insufficient_tokens",
    ],
    ["an error that nobody knows", reverted("0x12345678"), "refused"],
    ["a limit", new HttpRequestError({ url: URL, status: 429 }), "slow_down"],
    ["a chain that does not answer", new HttpRequestError({ url: URL }), "network"],
    [
      "a wallet elsewhere",
      new ChainMismatchError({
        chain: {
          id: 8453,
          name: "Base",
          nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
          rpcUrls: { default: { http: [URL] } },
        },
        currentChainId: 1,
      }),
      "wrong_chain",
    ],
    ["a slow network", new WaitForTransactionReceiptTimeoutError({ hash: HASH }), "not_mined"],
    ["a cancelled transaction", new TradeError("cancelled", HASH), "cancelled"],
    ["a failed transaction", new TradeError("reverted", HASH), "reverted"],
    [
      "a transaction that failed because the price moved",
      new TradeError("reverted", HASH, reverted(tooLittle)),
      "price_moved",
    ],
    ["a declined request as a text", "User rejected the request", "rejected"],
    ["a declined request as a text in viem's error", wrapped("user denied"), "rejected"],
    ["ethers' code of a declined request", { code: "ACTION_REJECTED", message: "x" }, "rejected"],
    ["a code as a text", wrapped({ code: "4001", message: "no" }), "rejected"],
    ["a code in the text", new Error("MetaMask Tx Signature: Error 4001"), "rejected"],
    [
      "a declined request inside an internal error",
      wrapped({ code: -32_603, message: "Internal error", data: { code: 4001, message: "no" } }),
      "rejected",
    ],
    [
      "a declined request inside an internal error of a mobile wallet",
      wrapped({ code: -32_603, message: "x", data: { originalError: { code: 4001 } } }),
      "rejected",
    ],
    [
      "a declined request as an invalid input",
      wrapped({ code: -32_000, message: "User denied transaction signature." }),
      "rejected",
    ],
    ["a denial in one word", wrapped({ code: -32_000, message: "denied" }), "rejected"],
    ["a cancelled request", wrapped(new Error("Transaction cancelled by user")), "rejected"],
    ["a declined upgrade of the account", wrapped({ code: 5750, message: "no" }), "rejected"],
    [
      "an old transaction with a higher fee",
      wrapped({ code: -32_000, message: "replacement transaction underpriced" }),
      "underpriced",
    ],
    [
      "a fee below the base fee",
      wrapped({ code: -32_603, message: "max fee per gas less than block base fee" }),
      "underpriced",
    ],
    [
      "a transaction that the chain knows",
      wrapped({ code: -32_000, message: "already known" }),
      "maybe_sent",
    ],
    [
      "an open request in a failed chain switch",
      new SwitchChainError(new ResourceUnavailableRpcError(new Error("Request already pending"))),
      "wallet_busy",
    ],
    ["a chain that the wallet lacks", wrapped({ code: 4902, message: "Unknown" }), "wrong_chain"],
    ["a relay at its limit", relayed(-32_005, "limit exceeded"), "slow_down"],
    ["a relay without a node", relayed(-32_603, "No node of the chain responds"), "network"],
    ["a wallet's internal error", wrapped({ code: -32_603, message: "oops" }), "unknown"],
    [
      "a contract that says rejected",
      reverted(encodeErrorResult({ abi, errorName: "Error", args: ["rejected by the owner"] })),
      "refused",
    ],
    ["a mistake of ours", new TypeError("x is not a function"), "unknown"],
  ])("explains %s", (_name, error, code) => {
    const problem = explainTradeError(error);
    expect(problem.code).toBe(code);
    expect(problem.title).not.toBe("");
    expect(problem.technical).not.toBe("");
  });

  it("does not say that nothing was spent after an approval that was mined", () => {
    expect(detailOf("rejected", false)).toBe("Nothing was sent or spent.");
    expect(detailOf("rejected", true)).toMatch(
      /^The trade was not sent\. The approval .* was spent/,
    );
    expect(detailOf("price_moved", true)).toBe(detailOf("price_moved", false));
  });

  it("keeps the contract's error in the details", () => {
    expect(explainTradeError(reverted(tooLittle)).technical).toBe("V4TooLittleReceived(2, 1)");
    expect(explainTradeError(reverted("0x12345678")).technical).toBe("Contract error 0x12345678");
  });

  it("names the time when trading opens", () => {
    const startTime = 1_800_000_000;
    const early = encodeErrorResult({ abi, errorName: "NotStarted", args: [BigInt(startTime)] });
    const hooked = encodeErrorResult({
      abi,
      errorName: "WrappedError",
      args: [HOOK, "0x575e24b4", early, details],
    });
    for (const data of [early, hooked]) {
      expect(explainTradeError(reverted(data))).toMatchObject({
        code: "not_started",
        detail: `Trading opens ${formatTime(startTime)}.`,
      });
    }
  });
});

describe("nextAction", () => {
  const ready: TradeSituation = {
    side: "buy",
    symbol: "LIGHT",
    account: "ready",
    sandbox: true,
    canSignIn: false,
    managed: false,
    chainName: "Base",
    amountIn: 5n,
    available: 10n,
    quote: "fresh",
    impact: "none",
    impactAccepted: false,
  };

  it.each<[string, Partial<TradeSituation>, string, string]>([
    ["all is there", {}, "trade", "Buy LIGHT"],
    ["a sale is ready", { side: "sell" }, "trade", "Sell LIGHT"],
    ["the config loads", { account: "loading" }, "wait", "Loading…"],
    ["nobody is here", { account: "absent" }, "create_burner", "Create a burner account"],
    ["nobody is signed in", { account: "absent", canSignIn: true }, "sign_in", "Sign in to trade"],
    [
      "ETH is short in the managed wallet on a real chain",
      { amountIn: 11n, sandbox: false, managed: true },
      "deposit",
      "Deposit ETH",
    ],
    [
      "nobody is here on a real chain",
      { account: "absent", sandbox: false },
      "connect",
      "Connect a wallet",
    ],
    ["the wallet is elsewhere", { account: "wrong_chain" }, "switch", "Switch to Base"],
    ["nothing is typed", { amountIn: null }, "fix", "Enter an amount"],
    ["the number is absurd", { amountIn: "invalid" }, "fix", "Check the amount"],
    ["ETH is short", { amountIn: 11n }, "fund", "Get test ETH"],
    ["ETH is short on a real chain", { amountIn: 11n, sandbox: false }, "fix", "Not enough ETH"],
    ["tokens are short", { amountIn: 11n, side: "sell" }, "fix", "Not enough LIGHT"],
    ["the price is on its way", { quote: "loading" }, "wait", "Fetching price…"],
    ["the balance is on its way", { available: null }, "wait", "Fetching price…"],
    ["the price is worse than seen", { quote: "worse" }, "accept", "Accept the new price"],
    [
      "the price is worse and its impact severe",
      { quote: "worse", impact: "severe" },
      "accept",
      "Accept the new price",
    ],
    ["the price is old", { quote: "expired" }, "requote", "Accept the new price"],
    ["there is no price", { quote: "failed" }, "requote", "Refresh the price"],
    ["the impact is severe", { impact: "severe" }, "fix", "Accept the price impact"],
    [
      "the impact is meant",
      { impact: "severe", impactAccepted: true },
      "trade",
      "Buy LIGHT anyway",
    ],
  ])("when %s", (_name, change, action, label) => {
    expect(nextAction({ ...ready, ...change })).toEqual({ do: action, label });
  });
});
