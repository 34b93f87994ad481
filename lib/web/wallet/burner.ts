import { createStore } from "../create-store";
import { readerOf } from "../reads/reader";
import { isHex } from "./is-hex";

type Burner = { address: `0x${string}`; privateKey: `0x${string}` };

/**
 * A burner wallet of this browser, for sandbox chains only. Its key is unprotected in the browser's
 * storage, so it must never hold anything of value.
 */
export const burner = createStore(
  "slipway.burner",
  readerOf(
    (value): value is Burner =>
      typeof value === "object" &&
      value !== null &&
      isHex(Reflect.get(value, "address"), 40) &&
      isHex(Reflect.get(value, "privateKey"), 64),
  ),
);
