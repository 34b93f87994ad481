import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerLocally } from "@/lib/features/rpc/answer-locally";
import { checkCall } from "@/lib/features/rpc/check-call";
import { RPC_METHODS } from "@/lib/features/rpc/schema";
import { VERSION } from "@/lib/shared/version";

const head = async () => 10_000;
const check = (method: string, params: unknown[] = []) => checkCall({ method, params }, head);
const logs = (filter: unknown) => check("eth_getLogs", [filter]);
/** Tested below and in `tests/attack/requests/rpc-work.test.ts`. */
const BOUNDED = ["eth_getLogs", "eth_call", "eth_estimateGas"];
const HASH = `0x${"ab".repeat(32)}`;

describe("calls that a page may send", () => {
  it.each(RPC_METHODS.filter((method) => !BOUNDED.includes(method)))("%s", async (method) => {
    expect(await check(method, ["x"])).toEqual({ method, params: ["x"] });
  });

  it.each([
    ["eth_call", []],
    ["eth_call", ["x"]],
    ["eth_estimateGas", [[]]],
  ])("rejects %s with the parameters %j", async (method, params) => {
    expect(await check(method, params)).toMatchObject({ code: -32_602 });
  });

  it.each([
    "eth_sendTransaction",
    "eth_newFilter",
    "eth_getProof",
    "anvil_setBalance",
    "slipway_fund",
    "debug_traceCall",
    "ETH_CALL",
    "constructor",
    "",
  ])("not %s", async (method) => {
    expect(await check(method)).toMatchObject({ code: -32_601 });
  });
});

describe("responses without a node", () => {
  it.each([
    ["web3_clientVersion", expect.stringMatching(/^launchpad\/\d+\.\d+\.\d+$/)],
    ["net_version", "84532"],
    ["eth_accounts", []],
    ["eth_syncing", false],
  ])("%s", (method, result) => {
    expect(answerLocally(method, "base-sepolia")).toEqual({ result });
  });

  it("returns the version of package.json", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toHaveProperty("version", VERSION);
  });

  it.each(["eth_chainId", "eth_call", "toString"])("not %s", (method) => {
    expect(answerLocally(method, "base-sepolia")).toBeNull();
  });
});

describe("log queries that a page may send", () => {
  it.each([
    [
      { fromBlock: "0x1", toBlock: "0x7d0" },
      { fromBlock: "0x1", toBlock: "0x7d0" },
    ],
    [{ fromBlock: "0x1f41" }, { fromBlock: "0x1f41", toBlock: "0x2710" }],
    [{}, { fromBlock: "0x2710", toBlock: "0x2710" }],
    [
      { fromBlock: "earliest", toBlock: "0x5" },
      { fromBlock: "0x0", toBlock: "0x5" },
    ],
    [{ blockHash: HASH }, { blockHash: HASH }],
  ])("%j", async (range, passed) => {
    const rest = { address: "0x1", topics: [[HASH]] };
    expect(await logs({ ...rest, ...range })).toEqual({
      method: "eth_getLogs",
      params: [{ ...rest, ...passed }],
    });
  });

  it.each([
    [{ fromBlock: "0x1", toBlock: "0x7d1" }],
    [{ fromBlock: "earliest" }],
    [{ fromBlock: "0x5", toBlock: "0x4" }],
    [{ fromBlock: "pending" }],
    [{ fromBlock: 5 }],
    [{ fromBlock: "0x" }],
    [{ fromBlock: "0x1", toBlock: "0xffffffffffffffff" }],
    [{ blockHash: "0x12" }],
    [{ blockHash: HASH, fromBlock: "0x1" }],
    [[]],
    ["x"],
    [null],
    [undefined],
  ])("rejects %j", async (filter) => {
    expect(await logs(filter)).toMatchObject({ code: -32_602 });
  });

  it("rejects queries while the head of the chain is unknown", async () => {
    const answer = await checkCall({ method: "eth_getLogs", params: [{}] }, async () => null);
    expect(answer).toMatchObject({ code: -32_603 });
  });
});
