import { type Address, decodeFunctionData, parseAbi, parseEther, slice } from "viem";
import { describe, expect, it } from "vitest";
import {
  encodeTrade,
  type TradeInput,
  type TradeRoute,
} from "@/lib/features/trade/rules/encode-trade";
import { permitFor, permitTypedData } from "@/lib/features/trade/rules/permit";

const TOKEN: Address = "0x5f976E912cE90c939768CFAFfF272DfEC3Db637A";
const HOOK: Address = "0xd7a062F7EF398153fa6F442A8327ab85905da8Ec";
const ROUTER: Address = "0x6fF5693b99212Da76ad316178A184AB56D299b43";
const ROUTE: TradeRoute = {
  universalRouter: ROUTER,
  universalRouterVersion: "2.0",
  launchHook: HOOK,
};
const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

describe("calldata", () => {
  const trade: TradeInput = {
    side: "buy",
    token: TOKEN,
    amountIn: parseEther("1"),
    minimumOut: 5n,
    deadlineSeconds: 1_800_000_000n,
  };
  const abi = parseAbi([
    "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
  ]);
  const decode = (data: `0x${string}`) => decodeFunctionData({ abi, data }).args;

  it("of a buy sends the ETH and includes the deadline", () => {
    const { to, data, value } = encodeTrade(trade, ROUTE);
    const [commands, inputs, deadline] = decode(data);
    expect({ to, value, commands, deadline }).toEqual({
      to: ROUTER,
      value: trade.amountIn,
      commands: "0x10",
      deadline: trade.deadlineSeconds,
    });
    expect(inputs).toHaveLength(1);
  });

  it("of a sale includes the permit first and sends no ETH", () => {
    const permit = permitFor({ ...trade, spender: ROUTER, nonce: 3 });
    const { data, value } = encodeTrade({ ...trade, side: "sell" }, ROUTE, {
      permit,
      signature: "0x1234",
    });
    const [commands, inputs] = decode(data);
    expect({ value, commands }).toEqual({ value: 0n, commands: "0x0a10" });
    expect(inputs).toHaveLength(2);
  });

  it("has one more field for routers from 2.1.1", () => {
    const [, [plain = "0x"]] = decode(encodeTrade(trade, ROUTE).data);
    const [, [hopPrice = "0x"]] = decode(
      encodeTrade(trade, { ...ROUTE, universalRouterVersion: "2.1.1" }).data,
    );
    expect(hopPrice.length - plain.length).toBe(64);
    expect(slice(plain, 0, 32)).toBe(slice(hopPrice, 0, 32));
  });

  it("permits exactly the sale, to the router only, until its deadline", () => {
    const permit = permitFor({ ...trade, spender: ROUTER, nonce: 3 });
    expect(permitTypedData(permit, 8453, PERMIT2)).toMatchObject({
      domain: { name: "Permit2", chainId: 8453, verifyingContract: PERMIT2 },
      primaryType: "PermitSingle",
      message: {
        details: { token: TOKEN, amount: trade.amountIn, expiration: 1_800_000_000, nonce: 3 },
        spender: ROUTER,
        sigDeadline: 1_800_000_000n,
      },
    });
  });
});
