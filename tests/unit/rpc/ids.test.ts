import { expect, it } from "vitest";
import { rpcBody } from "@/lib/features/rpc/schema";

/** As a client that counts in 64 bits sends it. */
const callWith = (id: string): unknown =>
  JSON.parse(`{"jsonrpc":"2.0","id":${id},"method":"eth_sendRawTransaction","params":["0x"]}`);

it.each(["9007199254740993", "-9007199254740993", "18446744073709551615", "1e400"])(
  "refuses the id %s, which would be returned with other digits",
  (id) => {
    for (const body of [callWith(id), [callWith("1"), callWith(id)]]) {
      expect(rpcBody.safeParse(body).success).toBe(false);
    }
  },
);

it.each(["9007199254740991", "-9007199254740991", "0", "0.25", '"18446744073709551615"', "null"])(
  "returns the id %s as it was sent",
  (id) => {
    const body = rpcBody.parse(callWith(id));
    expect(JSON.stringify("id" in body && body.id)).toBe(id);
  },
);
