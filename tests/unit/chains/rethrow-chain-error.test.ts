import {
  createPublicClient,
  custom,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  RpcRequestError,
} from "viem";
import { describe, expect, it } from "vitest";
import { ForeignChainError } from "@/lib/drivers/chain/chain-guard";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { AppError } from "@/lib/shared/errors";
import { NoAnswerError } from "@/lib/support/calls/dependency";

const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

/** Reads a contract at a node that answers every request as `request` does. */
function read(request: () => Promise<Hex>) {
  const transport = custom({ request }, { retryCount: 0 });
  return createPublicClient({ transport }).readContract({
    address: ADDRESS,
    abi: managerFactoryAbi,
    functionName: "managerKind",
    args: [ADDRESS],
  });
}
const failing = (error: Error) => read(() => Promise.reject(error));
const nodeError = (code: number, message: string) =>
  failing(new RpcRequestError({ body: {}, error: { code, message }, url: "http://node" }));
/** Decodes what an `eth_call` returned. */
const decode = (data: Hex) =>
  decodeFunctionResult({ abi: managerFactoryAbi, functionName: "managerKind", data });
const withCode = (code: string) =>
  new Error("failed", { cause: Object.assign(new Error(code), { code }) });

describe("a failed chain call", () => {
  it.each([
    [
      "nobody listens at the address of the node",
      () => {
        const transport = http("http://127.0.0.1:9", { retryCount: 0 });
        return createPublicClient({ transport }).getBlockNumber();
      },
    ],
    ["the node does not answer in time", () => failing(new NoAnswerError("no answer"))],
    ["the node serves another chain", () => failing(new ForeignChainError("another chain"))],
    ["the node has an internal error", () => nodeError(-32_603, "internal error")],
    ["the node is behind, and has no contract there", () => read(async () => "0x")],
    ["the node is behind, and the contract reverts", () => nodeError(3, "execution reverted")],
    ["the contract of a simulation reverts", () => Promise.reject(new CallRevertedError(null, {}))],
    ["the node returns something else", () => read(async () => "0x12")],
    ["a call returns nothing", async () => decode("0x")],
    ["a call returns too little", async () => decode("0x12")],
  ])("is dependency_unavailable when %s", async (_, call) => {
    await expect(call().catch(rethrowChainError)).rejects.toMatchObject({
      code: "dependency_unavailable",
      message: "The chain is unreachable. Nothing was queued.",
      retryAfterSeconds: 5,
    });
  });

  it.each([
    ["a mistake of the code", new TypeError("x is undefined")],
    ["a broken invariant", new Error("a transaction was neither stored nor found")],
    ["an error with its own code", new AppError("invalid_body")],
    ["a lost connection of the database", withCode("57P01")],
    ["a database that is not reachable", withCode("ECONNREFUSED")],
    ["a full disk", withCode("ENOSPC")],
  ])("lets %s through", async (_, error) => {
    await expect(Promise.reject(error).catch(rethrowChainError)).rejects.toBe(error);
  });

  it("lets arguments through that cannot be encoded", async () => {
    const encode = async () =>
      encodeFunctionData({ abi: managerFactoryAbi, functionName: "managerKind", args: ["0x12"] });
    await expect(encode().catch(rethrowChainError)).rejects.not.toBeInstanceOf(AppError);
  });
});
