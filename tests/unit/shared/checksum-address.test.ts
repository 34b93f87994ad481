import fc from "fast-check";
import { getAddress, isAddress } from "viem";
import { describe, expect, it } from "vitest";
import { isChecksumAddress, toChecksumAddress } from "@/lib/shared/address/checksum-address";

const hex = fc.array(fc.constantFrom(..."0123456789abcdefABCDEF"), {
  minLength: 40,
  maxLength: 40,
});
const addresses = hex.map((digits) => `0x${digits.join("")}`);

describe("checksummed addresses", () => {
  it("match viem's, in any letter case", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const right = getAddress(address.toLowerCase());
        expect(toChecksumAddress(address)).toBe(right);
        for (const text of [address, right, right.toLowerCase(), address.toUpperCase()]) {
          expect(isChecksumAddress(text), text).toBe(isAddress(text, { strict: true }));
        }
      }),
    );
  });

  it.each(["", "0x", "0x12", `0x${"g".repeat(40)}`, `0x${"a".repeat(41)}`, `0X${"a".repeat(40)}`])(
    "rejects %j",
    (text) => {
      expect(isChecksumAddress(text)).toBe(false);
      expect(() => toChecksumAddress(text)).toThrow(TypeError);
    },
  );
});
