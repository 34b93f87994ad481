import { createStore } from "../create-store";
import { hasShape } from "../reads/has-shape";
import { readerOf } from "../reads/reader";
import { isHex } from "./is-hex";

type Connection = { address: `0x${string}`; name: string; chainId: number };

/**
 * The connected wallet, as pages show it before wallet code is loaded. `chainId` is its last chain,
 * `address` in the checksummed form in which the wallet code wrote it.
 */
export const connection = createStore(
  "slipway.wallet",
  readerOf(
    (value): value is Connection =>
      hasShape({ fields: { address: "text", name: "text", chainId: "number" } }, value) &&
      isHex(Reflect.get(Object(value), "address"), 40),
  ),
);
