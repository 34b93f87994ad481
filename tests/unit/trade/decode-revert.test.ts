import {
  BaseError,
  ContractFunctionRevertedError,
  ExecutionRevertedError,
  encodeErrorResult,
  type Hex,
  RpcRequestError,
} from "viem";
import { expect, it } from "vitest";
import { CallRevertedError, errorNameIn } from "@/lib/drivers/chain/chain-types";
import { decodeRevert } from "@/lib/drivers/chain/decode-revert";
import { meaningOfRevert } from "@/lib/features/trade/rules/problems";
import { tradeErrorsAbi as abi } from "@/lib/shared/abi/trade-errors";

const HOOK = "0xd7a062F7EF398153fa6F442A8327ab85905da8Ec";

const reverted = (data: Hex) =>
  new BaseError("The call failed", {
    cause: new RpcRequestError({
      body: {},
      url: "https://rpc.example",
      error: { code: 3, message: "execution reverted", data },
    }),
  });
const wrapped = (reason: Hex) =>
  encodeErrorResult({ abi, errorName: "WrappedError", args: [HOOK, "0x575e24b4", reason, "0x"] });
const notStarted = encodeErrorResult({ abi, errorName: "NotStarted", args: [5n] });
const partialFill = encodeErrorResult({ abi, errorName: "PartialFill" });
const text = (reason: string) => encodeErrorResult({ abi, errorName: "Error", args: [reason] });

it.each([
  ["a contract's error", notStarted, "NotStarted", "NotStarted(5)"],
  ["that of the hook under the pool manager's", wrapped(notStarted), "NotStarted", "NotStarted(5)"],
  [
    "that of the hook under the pool manager's and the router's",
    encodeErrorResult({ abi, errorName: "ExecutionFailed", args: [0n, wrapped(partialFill)] }),
    "PartialFill",
    "PartialFill()",
  ],
  [
    "that of the hook under the quoter's",
    encodeErrorResult({ abi, errorName: "UnexpectedRevertBytes", args: [wrapped(partialFill)] }),
    "PartialFill",
    "PartialFill()",
  ],
  ["a text", text("TRANSFER_FROM_FAILED"), "TRANSFER_FROM_FAILED", "TRANSFER_FROM_FAILED"],
  ["an unknown error", "0x12345678", "0x12345678", "0x12345678"],
] as const)("names %s", (_, data, name, shown) => {
  const decoded = decodeRevert(reverted(data));
  expect(decoded).toMatchObject({ errorName: name, message: `The contract refuses: ${shown}` });
  // The message is stored; its reader finds the same name.
  expect(errorNameIn(decoded?.message ?? "")).toBe(name);
});

it("names the error of a contract read", () => {
  const cause = new ContractFunctionRevertedError({
    abi,
    data: wrapped(notStarted),
    functionName: "quote",
  });
  const decoded = decodeRevert(new BaseError("The read failed", { cause }));
  expect(decoded?.errorName).toBe("NotStarted");
});

it("has no name without the bytes of the revert, and is null for another failure", () => {
  const decoded = decodeRevert(new ExecutionRevertedError({ message: "execution reverted" }));
  expect(decoded).toBeInstanceOf(CallRevertedError);
  expect(decoded).toMatchObject({ errorName: null, message: "The contract reverted" });
  expect(decodeRevert(new BaseError("timeout"))).toBeNull();
});

it("reads the messages of earlier versions", () => {
  expect(errorNameIn("NotEnoughLiquidity")).toBe("NotEnoughLiquidity");
});

it.each(["constructor", "toString", "NotAnError", null])("has no meaning for %s", (name) => {
  expect(meaningOfRevert(name)).toBeNull();
});
