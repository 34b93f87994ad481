import { z } from "zod";
import { checksumAddress, nonZeroAddress } from "./common";
import { orDefault } from "./optional";
import { documentAs, wholeNumberForm } from "./wire-form";

const hexQuantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/, "must be a hex quantity");
const hexData = z.string().regex(/^0x([0-9a-f]{2})*$/, "must be hex bytes");
export const weiText = z.string().regex(/^\d+$/, "must be wei as text");

const SLIPPAGE_BPS = { default: 100, min: 1, max: 5_000 } as const;
const WEI_DIGITS = 30;

/** The wallet that sends prepared calls. The zero address would let anyone send them. */
export const sender = nonZeroAddress;

/** Wei or smallest token units, as text; a number as well, where it is exact. */
export const weiAmount = documentAs(
  z
    .union(
      [
        z
          .string()
          .trim()
          .regex(new RegExp(`^\\d{1,${WEI_DIGITS}}$`), "must be a whole number"),
        z.number().int().nonnegative(),
      ],
      { error: "must be a whole number" },
    )
    .transform((value) => BigInt(value)),
  {
    anyOf: [
      { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { type: "string", pattern: `^\\d{1,${WEI_DIGITS}}$` },
    ],
  },
);

/** How far below its expected output a trade may end. */
export const slippageBps = orDefault(
  documentAs(
    z
      .union(
        [
          z
            .string()
            .trim()
            .regex(/^\d{1,5}$/, "must be a whole number"),
          z.number().int(),
        ],
        {
          error: "must be a whole number",
        },
      )
      .transform(Number)
      .refine(
        (value) => value >= SLIPPAGE_BPS.min && value <= SLIPPAGE_BPS.max,
        `must be ${SLIPPAGE_BPS.min} to ${SLIPPAGE_BPS.max} basis points`,
      ),
    wholeNumberForm({ min: SLIPPAGE_BPS.min, max: SLIPPAGE_BPS.max }),
  ),
  SLIPPAGE_BPS.default,
);

/** Unsigned calls as a wallet takes them: the parameters of `wallet_sendCalls` (ERC-5792). */
export const preparedCalls = z
  .strictObject({
    version: z.literal("2.0.0"),
    chainId: hexQuantity,
    from: checksumAddress.meta({ description: "The only wallet that can send them." }),
    atomicRequired: z.boolean(),
    calls: z
      .array(z.strictObject({ to: checksumAddress, data: hexData, value: hexQuantity }))
      .min(1),
  })
  .meta({
    description:
      "Parameters of `wallet_sendCalls` (ERC-5792). A wallet without it sends the calls one by one, in " +
      "order, each as an `eth_sendTransaction`.",
  });
export type PreparedCalls = z.output<typeof preparedCalls>;

/** The maximum cost of calls for their sender. */
const preparedCost = z.strictObject({
  gas: weiText.meta({ description: "Gas limit of all calls, with a margin." }),
  maxFeePerGasWei: weiText,
  feeWei: weiText.meta({
    description: "Largest transaction fee: gas at `maxFeePerGasWei`, and the data fee of a rollup.",
  }),
  valueWei: weiText.meta({ description: "ETH that the calls carry." }),
  totalWei: weiText,
  balanceWei: weiText.meta({
    description: "Balance of the sender now. Below `totalWei`, the wallet may refuse to send.",
  }),
});
export type PreparedCost = z.output<typeof preparedCost>;

/** Fields that all answers with unsigned calls share. */
export const preparedFields = {
  sandbox: z.boolean().meta({
    description:
      "Whether the chain is a local sandbox chain. Never send the calls with a wallet of the real " +
      "chain, which has the same chain id.",
  }),
  summary: z.string().meta({ description: "Effect of the calls, for the person who signs them." }),
  cost: preparedCost,
};
