import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  maxUint48,
  maxUint160,
  maxUint256,
  parseAbi,
  zeroAddress,
} from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { mined } from "./mined";
import type { TestChain } from "./test-chains";

const routerAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const V4_SWAP = 0x10;
const SWAP_EXACT_IN_SINGLE = 0x06;
const SETTLE_ALL = 0x0c;
const TAKE_ALL = 0x0f;
const poolKeyType = {
  type: "tuple",
  components: [
    { name: "currency0", type: "address" },
    { name: "currency1", type: "address" },
    { name: "fee", type: "uint24" },
    { name: "tickSpacing", type: "int24" },
    { name: "hooks", type: "address" },
  ],
} as const;
const swapType = {
  type: "tuple",
  components: [
    { ...poolKeyType, name: "poolKey" },
    { name: "zeroForOne", type: "bool" },
    { name: "amountIn", type: "uint128" },
    { name: "amountOutMinimum", type: "uint128" },
    { name: "hookData", type: "bytes" },
  ],
} as const;
const settleType = [{ type: "address" }, { type: "uint256" }] as const;

/** An account that trades launched tokens through the Universal Router, as a wallet does. */
export async function createTrader(chain: TestChain, { contracts }: Deployment) {
  const { wallet, address } = await chain.funded();
  const untilMined = (hash: Hex) => mined(chain, hash);

  async function swap(
    token: Address,
    buys: boolean,
    amountIn: bigint,
    referrer: Hex = "0x",
  ): Promise<void> {
    const [tokenIn, tokenOut] = buys ? [zeroAddress, token] : [token, zeroAddress];
    const params = encodeAbiParameters(
      [swapType],
      [
        {
          poolKey: {
            currency0: zeroAddress,
            currency1: token,
            fee: 0,
            tickSpacing: 60,
            hooks: contracts.launchHook,
          },
          zeroForOne: buys,
          amountIn,
          amountOutMinimum: 0n,
          hookData: referrer,
        },
      ],
    );
    const actions = encodePacked(
      ["uint8", "uint8", "uint8"],
      [SWAP_EXACT_IN_SINGLE, SETTLE_ALL, TAKE_ALL],
    );
    const input = encodeAbiParameters(
      [{ type: "bytes" }, { type: "bytes[]" }],
      [
        actions,
        [
          params,
          encodeAbiParameters(settleType, [tokenIn, maxUint256]),
          encodeAbiParameters(settleType, [tokenOut, 0n]),
        ],
      ],
    );
    const hash = await wallet.writeContract({
      address: contracts.universalRouter,
      abi: routerAbi,
      functionName: "execute",
      args: [encodePacked(["uint8"], [V4_SWAP]), [input], maxUint256],
      // A trade's gas depends on its block's time (the wall), so an estimate may be too low.
      gas: 2_000_000n,
      // The fee is added to the pool input; nobody sweeps the remainder back.
      value: buys ? amountIn * 2n : 0n,
    });
    await untilMined(hash);
  }

  return {
    address,
    wallet,
    mined: untilMined,
    buy: (token: Address, ethWei: bigint, referrer?: Address) =>
      swap(token, true, ethWei, referrer),
    async sell(token: Address, amountWei: bigint) {
      const approved = await chain.client.readContract({
        address: token,
        abi: launchTokenAbi,
        functionName: "allowance",
        args: [address, contracts.permit2],
      });
      if (approved < amountWei) {
        const spender = contracts.permit2;
        await untilMined(
          await wallet.writeContract({
            address: token,
            abi: launchTokenAbi,
            functionName: "approve",
            args: [spender, maxUint256],
          }),
        );
        await untilMined(
          await wallet.writeContract({
            address: spender,
            abi: permit2Abi,
            functionName: "approve",
            args: [token, contracts.universalRouter, maxUint160, Number(maxUint48)],
          }),
        );
      }
      await swap(token, false, amountWei);
    },
    balanceOf: (token: Address) =>
      chain.client.readContract({
        address: token,
        abi: launchTokenAbi,
        functionName: "balanceOf",
        args: [address],
      }),
    async burn(token: Address, amountWei: bigint) {
      await untilMined(
        await wallet.writeContract({
          address: token,
          abi: launchTokenAbi,
          functionName: "burn",
          args: [amountWei],
        }),
      );
    },
    async transfer(token: Address, to: Address, amountWei: bigint) {
      await untilMined(
        await wallet.writeContract({
          address: token,
          abi: launchTokenAbi,
          functionName: "transfer",
          args: [to, amountWei],
        }),
      );
    },
  };
}

export type Trader = Awaited<ReturnType<typeof createTrader>>;
