import { encodeAbiParameters, encodeEventTopics, parseEther, type TransactionReceipt } from "viem";
import { describe, expect, it } from "vitest";
import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import { tokenSwapAbi } from "@/lib/features/trade/rules/trade-abis";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { readOutcome } from "@/lib/web/trade/read-outcome";

const HASH = `0x${"ab".repeat(32)}` as const;
const TOKEN = "0x1111111111111111111111111111111111111111";
const HOOK = "0x2222222222222222222222222222222222222222";
const OTHER = "0x3333333333333333333333333333333333333333";
const types = ["int128", "int128", "uint128", "uint128", "uint160", "int24", "uint128"] as const;

type Swap = { ethToPool: bigint; tokenToPool: bigint; token?: string; hook?: string };

function swapLog({
  ethToPool,
  tokenToPool,
  token = TOKEN,
  hook = HOOK,
}: Swap): TransactionReceipt["logs"][number] {
  const fee = parseEther("0.01");
  const poolId = poolIdOf(poolKeyOf(addressOf(token), addressOf(hook)));
  const args = { poolId, sender: OTHER } as const;
  const topics = encodeEventTopics({ abi: tokenSwapAbi, eventName: "TokenSwap", args });
  const [signature, ...indexed] = topics.map((topic) => (typeof topic === "string" ? topic : HASH));
  return {
    address: addressOf(hook),
    data: encodeAbiParameters(
      types.map((type) => ({ type })),
      [ethToPool, tokenToPool, fee, 0n, 1n, 0, 0n],
    ),
    topics: signature === undefined ? [] : [signature, ...indexed],
    blockHash: HASH,
    blockNumber: 1n,
    blockTimestamp: 1n,
    logIndex: 0,
    transactionHash: HASH,
    transactionIndex: 0,
    removed: false,
  };
}

function addressOf(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}

function receiptOf(...swaps: Swap[]): TransactionReceipt {
  return {
    transactionHash: HASH,
    logs: swaps.map(swapLog),
    blockHash: HASH,
    blockNumber: 1n,
    contractAddress: null,
    cumulativeGasUsed: 1n,
    effectiveGasPrice: 1n,
    from: OTHER,
    gasUsed: 1n,
    logsBloom: "0x",
    status: "success",
    to: OTHER,
    transactionIndex: 0,
    type: "eip1559",
  };
}

const ETH = parseEther("1");
/** Pays 1 ETH, of which 0.01 is the fee. */
const bought: Swap = { ethToPool: ETH - parseEther("0.01"), tokenToPool: -500n };
const sold: Swap = { ethToPool: -ETH, tokenToPool: 700n };
const buy = { token: TOKEN, hook: HOOK, side: "buy", amountIn: ETH } as const;
const sell = { token: TOKEN, hook: HOOK, side: "sell", amountIn: 700n } as const;

describe("readOutcome", () => {
  it("is the trade's own output, whatever else the transaction holds", () => {
    const receipt = receiptOf(
      { ...bought, token: OTHER, tokenToPool: -1n },
      { ...bought, hook: OTHER, tokenToPool: -2n },
      { ...bought, ethToPool: 5n, tokenToPool: -3n },
      sold,
      bought,
    );
    expect(readOutcome(receipt, buy)).toBe(500n);
    expect(readOutcome(receipt, sell)).toBe(ETH - parseEther("0.01"));
  });

  it.each([
    ["of another token", { ...bought, token: OTHER }],
    ["of another hook", { ...bought, hook: OTHER }],
    ["in the other direction", sold],
    ["of another amount", { ...bought, ethToPool: ETH }],
  ])("is not a trade %s", (_name, swap) => {
    let failure: unknown;
    try {
      readOutcome(receiptOf(swap), buy);
    } catch (error) {
      failure = error;
    }
    expect(explainTradeError(failure)).toMatchObject({ code: "no_swap", next: "none", hash: HASH });
  });
});
