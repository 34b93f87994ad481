import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  maxUint48,
  maxUint160,
  maxUint256,
  parseAbi,
  parseEther,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { awaitReceipt } from "@/lib/shared/chain/await-receipt";
import { type DemoChain, TICK_SPACING } from "./chain-client";

const routerAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const quoterAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)",
]);
/** Command and actions of the Universal Router: one exact-in swap on a v4 pool. */
const V4_SWAP = "0x10";
const SWAP_SETTLE_TAKE = encodePacked(["uint8", "uint8", "uint8"], [0x06, 0x0c, 0x0f]);
const SWAP_PARAMETERS = [
  {
    type: "tuple",
    components: [
      {
        name: "poolKey",
        type: "tuple",
        components: [
          { name: "currency0", type: "address" },
          { name: "currency1", type: "address" },
          { name: "fee", type: "uint24" },
          { name: "tickSpacing", type: "int24" },
          { name: "hooks", type: "address" },
        ],
      },
      { name: "zeroForOne", type: "bool" },
      { name: "amountIn", type: "uint128" },
      { name: "amountOutMinimum", type: "uint128" },
      { name: "hookData", type: "bytes" },
    ],
  },
] as const;
const CURRENCY_AMOUNT = [{ type: "address" }, { type: "uint256" }] as const;

const FUNDS_WEI = parseEther("40");
const FUNDS_LOW_WEI = parseEther("10");
const GAS = 1_500_000n;
/** Minimum output of a trade, as a share of the quote. */
const SLIPPAGE_PERCENT = 92n;

/** A demo account that trades like a user's wallet. */
export type DemoWallet = {
  address: Address;
  /** Refills the account from the faucet when it is low. */
  topUp(): Promise<void>;
  /** @returns whether the trade succeeded */
  buy(token: Address, wei: bigint): Promise<boolean>;
  sell(token: Address, amount: bigint): Promise<boolean>;
  /** Token balance in smallest units. */
  balanceOf(token: Address): Promise<bigint>;
};

export function createDemoWallet(chain: DemoChain, privateKey: Hex): DemoWallet {
  const { client, contracts } = chain;
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, transport: http(chain.rpcUrl) });
  const approved = new Set<Address>();

  async function send(to: Address, data: Hex, value = 0n): Promise<boolean> {
    const nonce = await client.getTransactionCount({ address: account.address });
    const hash = await signer.sendTransaction({
      to,
      data,
      value,
      nonce,
      gas: GAS,
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000n,
      chain: null,
      chainId: chain.chainId,
    });
    const receipt = await awaitReceipt(client, hash);
    return receipt.status === "success";
  }

  async function quote(token: Address, buys: boolean, amount: bigint): Promise<bigint> {
    const { result } = await client.simulateContract({
      address: contracts.v4Quoter,
      abi: quoterAbi,
      functionName: "quoteExactInputSingle",
      args: [{ poolKey: poolKey(token), zeroForOne: buys, exactAmount: amount, hookData: "0x" }],
    });
    return result[0];
  }

  const poolKey = (token: Address) => ({
    currency0: zeroAddress,
    currency1: token,
    fee: 0,
    tickSpacing: TICK_SPACING,
    hooks: contracts.launchHook,
  });

  async function swap(token: Address, buys: boolean, amountIn: bigint): Promise<boolean> {
    const minimum = ((await quote(token, buys, amountIn)) * SLIPPAGE_PERCENT) / 100n;
    const [from, to] = buys ? [zeroAddress, token] : [token, zeroAddress];
    const parameters = [
      encodeAbiParameters(SWAP_PARAMETERS, [
        {
          poolKey: poolKey(token),
          zeroForOne: buys,
          amountIn,
          amountOutMinimum: minimum,
          hookData: "0x",
        },
      ]),
      encodeAbiParameters(CURRENCY_AMOUNT, [from, amountIn]),
      encodeAbiParameters(CURRENCY_AMOUNT, [to, minimum]),
    ];
    const input = encodeAbiParameters(
      [{ type: "bytes" }, { type: "bytes[]" }],
      [SWAP_SETTLE_TAKE, parameters],
    );
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: "execute",
      args: [V4_SWAP, [input], maxUint256],
    });
    return send(contracts.universalRouter, data, buys ? amountIn : 0n);
  }

  /** The router pulls tokens through Permit2: both need one approval per token. */
  async function approve(token: Address): Promise<void> {
    if (approved.has(token)) return;
    const { permit2, universalRouter } = contracts;
    const allowance = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "allowance",
      args: [account.address, permit2],
    });
    if (allowance < maxUint160) {
      const erc20 = { abi: erc20Abi, functionName: "approve" } as const;
      await send(token, encodeFunctionData({ ...erc20, args: [permit2, maxUint256] }));
      const args = [token, universalRouter, maxUint160, Number(maxUint48)] as const;
      await send(permit2, encodeFunctionData({ abi: permit2Abi, args }));
    }
    approved.add(token);
  }

  return {
    address: account.address,
    async topUp() {
      const balance = await client.getBalance({ address: account.address });
      if (balance < FUNDS_LOW_WEI) await chain.fund(account.address, FUNDS_WEI);
    },
    buy: (token, wei) => swap(token, true, wei),
    async sell(token, amount) {
      await approve(token);
      return swap(token, false, amount);
    },
    balanceOf: (token) =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [account.address],
      }),
  };
}
