import { z } from "zod";
import { CHAIN_SLUGS } from "../../domain/chains";
import { createStore } from "../wallet/create-store";

const hexOf = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .refine((value): value is `0x${string}` => value.startsWith("0x"));

/** The trade that was sent last and is not known to be mined: a reloaded page goes on with it. */
export const pendingTrade = createStore(
  "slipway.trade",
  z.object({
    chain: z.enum(CHAIN_SLUGS),
    token: hexOf(40),
    account: hexOf(40),
    side: z.enum(["buy", "sell"]),
    amountIn: z.string().regex(/^\d+$/),
    hash: hexOf(64),
  }),
);
