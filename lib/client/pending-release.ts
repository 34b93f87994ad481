import { z } from "zod";
import { CHAIN_SLUGS } from "../domain/chains";
import { createStore } from "./wallet/create-store";

const hexOf = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .refine((value): value is `0x${string}` => value.startsWith("0x"));

/** The release that was sent last and is not known to be mined: a reloaded page goes on with it. */
export const pendingRelease = createStore(
  "slipway.release",
  z.object({
    chain: z.enum(CHAIN_SLUGS),
    manager: hexOf(40),
    account: hexOf(40),
    hash: hexOf(64),
  }),
);
