import { describe, expect, it } from "vitest";
import { parseLog, parseTransaction, rpcLog } from "@/lib/drivers/chain/rpc-shapes";

const LOG = {
  address: `0x${"ab".repeat(20)}`,
  topics: [`0x${"cd".repeat(32)}`],
  data: "0x",
  blockNumber: "0x1f",
  blockHash: `0x${"12".repeat(32)}`,
  transactionHash: `0x${"34".repeat(32)}`,
  logIndex: "0x0",
  removed: false,
};
const TRANSACTION = { hash: `0x${"34".repeat(32)}`, from: LOG.address, to: null, input: "0x00" };

describe("parseLog", () => {
  it("returns what the schema returns", () => {
    const upper = { ...LOG, address: LOG.address.toUpperCase().replace("0X", "0x"), data: "0xAB" };
    for (const log of [LOG, { ...LOG, topics: [] }, upper, { ...LOG, blockNumber: "0xFF" }]) {
      expect(parseLog(log)).toEqual(rpcLog.parse(log));
    }
    expect(parseLog(upper)).toMatchObject({ address: LOG.address, data: "0xab" });
  });

  it.each([
    ["a pending log", { ...LOG, blockNumber: null, blockHash: null }],
    ["data that is not hex", { ...LOG, data: "0x1g" }],
    ["data with a line break", { ...LOG, data: "0x12\n" }],
    ["a number", { ...LOG, logIndex: 1 }],
    ["a quantity above 2^52", { ...LOG, blockNumber: "0x10000000000000" }],
    ["five topics", { ...LOG, topics: Array.from({ length: 5 }, () => "0x00") }],
    ["a topic that is not text", { ...LOG, topics: [null] }],
    ["no address", { ...LOG, address: undefined }],
    ["a list", [LOG]],
    ["nothing", null],
  ])("rejects %s", (_, log) => {
    expect(() => parseLog(log)).toThrow();
  });
});

describe("parseTransaction", () => {
  it("returns null for a transaction that the node does not have", () => {
    expect(parseTransaction(null)).toBeNull();
  });

  it("returns hex in lower case, with or without a recipient", () => {
    expect(parseTransaction({ ...TRANSACTION, gas: "0x1" })).toEqual(TRANSACTION);
    const { to: _, ...creation } = TRANSACTION;
    expect(parseTransaction({ ...creation, input: "0xAB" })).toEqual({
      ...creation,
      input: "0xab",
    });
  });

  it("rejects one without a sender", () => {
    expect(() => parseTransaction({ ...TRANSACTION, from: undefined })).toThrow();
  });
});
