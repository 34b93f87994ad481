import fc from "fast-check";
import { bases } from "multiformats/basics";
import { CID } from "multiformats/cid";
import * as Digest from "multiformats/hashes/digest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputSchema } from "@/lib/openapi/to-json-schema";
import { cid as cidField } from "@/lib/schemas/text";
import { cidIn, contentKey, isCid, shortestCid, spellingsOf } from "@/lib/shared/cid";

const V0 = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
const UNUSUAL = [
  "base16",
  "base16upper",
  "base32upper",
  "base36upper",
  "base64",
  "base64url",
] as const;

describe("canonical CID", () => {
  it("is the same for all CIDs of one content", () => {
    const v1 = CID.parse(V0).toV1().toString();
    expect([V0, v1].map(contentKey)).toEqual([V0, V0]);
  });

  it("has the same spellings from any of them, in every base that is accepted", () => {
    const spellings = spellingsOf(V0);
    const prefixes = spellings.map((cid) => cid[0]).sort();
    expect(prefixes).toEqual(["Q", "b", "b", "k", "k", "z", "z"]);
    for (const cid of spellings) expect(new Set(spellingsOf(cid))).toEqual(new Set(spellings));
  });

  it.each(UNUSUAL)("is base32 for a field in %s", (name) => {
    const v1 = CID.parse(V0).toV1();
    const text = v1.toString(bases[name]);
    const schema = z.fromJSONSchema(inputSchema(cidField));
    for (const given of [text, `ipfs://${text}`]) {
      expect(schema.safeParse(given).success).toBe(true);
      expect(cidField.parse(given)).toBe(v1.toString());
    }
    expect(cidField.safeParse(`${text}!`).success).toBe(false);
    expect(cidField.safeParse(text.slice(0, -4)).success).toBe(false);
  });

  it.each(["base32", "base36", "base58btc"] as const)("does not change a CID in %s", (name) => {
    const text = CID.parse(V0).toV1().toString(bases[name]);
    expect(cidField.parse(text)).toBe(text);
  });

  it("exists for any input CID, including broken hashes", () => {
    const parts = fc.record({
      codec: fc.constantFrom(0x70, 0x55, 0x71, 1),
      code: fc.constantFrom(0x12, 0x13, 0, 0x1b),
      digest: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(parts, ({ codec, code, digest }) => {
        const text = CID.createV1(codec, Digest.create(code, digest)).toString();
        fc.pre(isCid(text));
        const key = contentKey(text);
        expect(contentKey(key)).toBe(key);
        expect(isCid(shortestCid(text))).toBe(true);
      }),
    );
  });

  it("exists for any string that parses as a CID", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 60 }), (text) => {
        for (const one of [text, `b${text}`, `Qm${text}`, `z${text}`, `k${text}`]) {
          if (isCid(one)) expect(isCid(contentKey(one))).toBe(true);
        }
      }),
    );
  });
});

describe("a CID in text that a person pastes", () => {
  const v1 = CID.parse(V0).toV1();
  /** Its base64 contains slashes. */
  const withSlashes = CID.createV1(0x70, Digest.create(0x12, new Uint8Array(32).fill(0xff)));

  it.each(["base32", "base36", "base58btc"] as const)("is found in %s", (name) => {
    const text = v1.toString(bases[name]);
    for (const given of [text, `ipfs://${text}`, `https://example.com/ipfs/${text}/a?b#c`]) {
      expect(cidIn(given)).toBe(text);
    }
  });

  it.each(UNUSUAL)("is found in %s, and returned in base32", (name) => {
    const text = v1.toString(bases[name]);
    for (const given of [text, `ipfs://${text}`, `https://example.com/ipfs/${text}?b`]) {
      expect(cidIn(given)).toBe(v1.toString());
    }
    expect(cidIn(withSlashes.toString(bases[name]))).toBe(withSlashes.toString());
  });

  it("is null for other text", () => {
    for (const text of ["", "Pepe", `${V0}!`, `https://example.com/${V0}`]) {
      expect(cidIn(text)).toBeNull();
    }
  });
});
