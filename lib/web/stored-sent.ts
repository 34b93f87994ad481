import { z } from "zod";
import { storedHex } from "./stored-hex";

/** A sent transaction, stored in the browser; `id` is the hash of its first version. */
export const storedSent = z.object({
  id: storedHex(64),
  hash: storedHex(64),
  place: z.object({ from: storedHex(40), nonce: z.number(), content: storedHex(64) }).nullable(),
});
