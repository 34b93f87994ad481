import { createPublicClient, createWalletClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { faucetAnswer } from "@/lib/features/rpc/schema";
import { newCaller, request } from "../../setup/api/api";
import { newAddress } from "../../setup/chain/new-address";
import { receiptOf } from "../../setup/chain/receipt-of";

const PATH = "/rpc/base-sepolia";
const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("POST /rpc/{chain}", () => {
  it("answers each call of a batch separately, in order", async () => {
    const body = [call("eth_chainId", [], "a"), call("anvil_reset"), call("eth_blockNumber")];
    const answer = await request(PATH, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { jsonrpc: "2.0", id: "a", result: "0x14a34" },
      { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: expect.any(String) } },
      { jsonrpc: "2.0", id: 1, result: expect.stringMatching(/^0x/) },
    ]);
    expect(answer.headers.get("ratelimit")).toMatch(/^"rpc";r=59\d;t=\d+$/);
  });

  it("answers the calls that libraries send on connect", async () => {
    const methods = ["web3_clientVersion", "net_version", "eth_accounts", "eth_syncing"];
    const answer = await request(PATH, { body: methods.map((method) => call(method)) });
    expect(answer.body).toEqual(
      [expect.stringMatching(/^launchpad\//), "84532", [], false].map((result) => ({
        jsonrpc: "2.0",
        id: 1,
        result,
      })),
    );
  });

  it("finds a block by its hash", async () => {
    const reader = createPublicClient({ transport: http(`${inject("baseUrl")}${PATH}`) });
    const newest = await reader.getBlock();
    const block = await reader.getBlock({ blockHash: newest.hash });
    expect(block.number).toBe(newest.number);
  });

  it.each<[unknown, number, number]>([
    [{ method: "eth_chainId" }, 400, -32_600],
    [[], 400, -32_600],
    [Array.from({ length: 21 }, () => call("eth_chainId")), 400, -32_600],
    ["eth_chainId", 400, -32_600],
    [call("eth_call", ["x".repeat(300_000)]), 413, -32_600],
    [call("eth_chainId", [], 2 ** 53), 400, -32_600],
  ])("rejects an invalid JSON-RPC request (%#)", async (body, status, code) => {
    const answer = await request(PATH, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  it.each([
    ["/rpc/8453", 400],
    ["/rpc/base/more", 404],
    ["/rpc", 404],
  ])("%s: returns %i in JSON-RPC format", async (path, status) => {
    const answer = await request(path, { body: call("eth_chainId") });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
  });

  it("counts every call of a batch and rejects calls over the limit per minute", async () => {
    const caller = newCaller();
    const body = Array.from({ length: 20 }, () => call("eth_chainId"));
    let answer = await request(PATH, { body, caller });
    for (let i = 0; i < 61 && answer.status === 200; i += 1) {
      answer = await request(PATH, { body, caller });
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.body).toMatchObject({ id: null, error: { code: -32_005 } });
  });

  it("supports a wallet: funded by the faucet, it sends a transaction", async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const body = { chain: "base-sepolia", address: account.address };
    const funded = await request("/sandbox/faucet", { body });
    expect(funded.status).toBe(200);
    expect(faucetAnswer.parse(funded.body)).toMatchObject({ amountETH: "10", balanceETH: "10" });
    const transport = http(`${inject("baseUrl")}${PATH}`, {
      fetchOptions: { headers: { "x-forwarded-for": newCaller() } },
      batch: true,
    });
    const wallet = createWalletClient({ account, transport });
    const reader = createPublicClient({ transport });
    const to = newAddress();
    const hash = await wallet.sendTransaction({ to, value: parseEther("1"), chain: null });
    await receiptOf(reader, hash);
    expect(await reader.getBalance({ address: to })).toBe(parseEther("1"));
  });
});

describe("POST /sandbox/faucet", () => {
  it("rejects an unknown chain, an invalid address and an eleventh grant within a minute", async () => {
    const address = newAddress();
    for (const body of [{ chain: "base", address: "0x12" }, { chain: "optimism", address }, {}]) {
      expect((await request("/sandbox/faucet", { body })).status).toBe(400);
    }
    const caller = newCaller();
    const ask = () => request("/sandbox/faucet", { caller, body: { chain: "base", address } });
    for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});
