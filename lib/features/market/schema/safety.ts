import { z } from "zod";
import { checksumAddress, decimal, hash32 } from "@/lib/schemas/common";
import { meta } from "./meta";

/** Data API extension: facts about the risks of a token, each with its proof. */

const percentage = (of: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .meta({ description: `${of} in percent of the current supply.` });
const proof = z
  .string()
  .nullable()
  .meta({
    description:
      "Foundry command that reads the fact from the chain; set `RPC_URL` to any node. Null if this " +
      "launchpad has no node of the chain.",
  });
const blockProof = proof.meta({
  description:
    "Reads all transfers of the token in the block: purchases are those from the PoolManager.",
});

export const tokenSafety = z.strictObject({
  tokenAddress: checksumAddress,
  supply: z.strictObject({
    initial: decimal.meta({ description: "Tokens at launch. No function can create more." }),
    current: decimal,
    burned: decimal,
    proof,
  }),
  code: z.strictObject({
    hash: hash32.nullable().meta({
      description:
        "Keccak-256 of the code of a token of this launchpad: a plain ERC-20 without owner, mint, pause, " +
        "tax or blocklist. Null for tokens of earlier deployments.",
    }),
    proof,
  }),
  liquidity: z.strictObject({
    isLocked: z.literal(true).meta({
      description: "The position of the launch belongs to the hook, which cannot remove it.",
    }),
    proof: proof.meta({
      description:
        "Reads the position from the PoolManager: `liquidity` equals `launched` as long as none " +
        "was removed.",
    }),
  }),
  fee: z.strictObject({ proof }),
  creator: z.strictObject({
    address: checksumAddress,
    balance: decimal,
    percentage: percentage("`balance`"),
    bought: decimal,
    sold: decimal,
    received: decimal.meta({ description: "Tokens received without a trade in the pool." }),
    sent: decimal.meta({ description: "Tokens sent to other addresses." }),
    burned: decimal,
    proof,
  }),
  pool: z.strictObject({
    balance: decimal.meta({
      description: "Tokens in the launch pool: locked liquidity and bid wall.",
    }),
    percentage: percentage("`balance`"),
    proof: proof.meta({
      description:
        "Reads the locked position; its last number is its tokens, rounded down. Add those of " +
        "the bid wall.",
    }),
  }),
  bidWall: z.strictObject({
    balance: decimal.meta({
      description:
        "Tokens of `pool` that the bid wall has bought. They are burned when the bid wall moves.",
    }),
    percentage: percentage("`balance`"),
    proof: proof.meta({ description: "Reads the token's market; `wallTokens` is its 11th value." }),
  }),
  otherPools: z.strictObject({
    balance: decimal.meta({
      description:
        "Tokens that Uniswap's PoolManager holds beyond the launch pool: in other v4 pools, or " +
        "credited to someone. 0 if less than a millionth of the supply.",
    }),
    percentage: percentage("`balance`"),
    proof,
  }),
  topHolders: z.strictObject({
    percentage: percentage("The ten largest holders without pool and bid wall"),
    holders: z.array(
      z.strictObject({
        address: checksumAddress,
        isCreator: z.boolean(),
        balance: decimal,
        percentage: percentage("`balance`"),
        proof,
      }),
    ),
  }),
  firstBlock: z
    .strictObject({
      block: z.number().int().nonnegative(),
      bought: decimal,
      balance: decimal.meta({
        description: "Tokens that these buyers hold now, of each at most what it bought there.",
      }),
      percentage: percentage("`balance`"),
      totalBuyers: z
        .number()
        .int()
        .positive()
        .meta({
          description:
            "All buyers in that block. `buyers` and the `wallets` of `bundles` have up to 300 in all, " +
            "the largest of each block first.",
        }),
      buyers: z.array(
        z.strictObject({
          address: checksumAddress,
          isCreator: z.boolean(),
          bought: decimal.meta({ description: "Tokens bought in that block." }),
          balance: decimal.meta({ description: "All tokens that the buyer holds now." }),
          proof: proof.meta({ description: "Reads what the buyer holds now." }),
        }),
      ),
      proof: blockProof,
    })
    .nullable()
    .meta({ description: "Buyers in the block of the first purchase; null without one." }),
  bundles: z
    .array(
      z.strictObject({
        block: z.number().int().nonnegative(),
        bought: decimal,
        balance: decimal.meta({
          description: "Tokens that these wallets hold now, of each at most what it bought there.",
        }),
        totalWallets: z.number().int().positive().meta({
          description: "All wallets that bought in the block; `wallets` has the largest.",
        }),
        wallets: z.array(checksumAddress),
        proof: blockProof,
      }),
    )
    .meta({
      description: "Blocks among those of the first 100 trades in which several wallets bought.",
    }),
  links: z
    .array(
      z.strictObject({
        from: checksumAddress,
        to: checksumAddress,
        amount: decimal,
        transactionHash: hash32,
        proof: proof.meta({ description: "Reads the transaction with its `Transfer` logs." }),
      }),
    )
    .meta({
      description:
        "Transfers between the creator, the listed buyers in the blocks of the first 100 trades, and the " +
        "ten largest holders: the first 500 among the first 100 transactions of each.",
    }),
  meta,
});

export type TokenSafety = z.output<typeof tokenSafety>;
