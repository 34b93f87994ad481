import { describe, expect, it } from "vitest";
import { z } from "zod";
import { serialiserOf } from "@/lib/http/response/serialise";

const list = z.strictObject({
  data: z.array(z.strictObject({ id: z.number().int(), name: z.string().optional() })),
  total: z.number(),
});

describe("the serialiser", () => {
  it("writes the members in the order of the schema, like JSON.stringify", () => {
    const write = serialiserOf(list);
    const data = [{ id: 1 }, Object.freeze({ name: 'a "quoted", ] name', id: 2 })];
    const expected = { data: [{ id: 1 }, { id: 2, name: 'a "quoted", ] name' }], total: 2 };
    for (let i = 0; i < 2; i += 1) {
      expect(write({ total: 2, data })).toBe(JSON.stringify(expected));
    }
    expect(write({ total: 0, data: [] })).toBe('{"data":[],"total":0}');
  });

  it("writes a frozen item only once, and one that can change each time", () => {
    const write = serialiserOf(list);
    let reads = 0;
    const counted = {
      get id() {
        reads += 1;
        return 7;
      },
    };
    write({ data: [Object.freeze(counted)], total: 1 });
    const readsOfFirst = reads;
    write({ data: [counted], total: 1 });
    expect(reads).toBe(readsOfFirst);

    const changing = { id: 1 };
    write({ data: [changing], total: 1 });
    changing.id = 2;
    expect(write({ data: [changing], total: 1 })).toBe('{"data":[{"id":2}],"total":1}');
  });

  it.each([
    ["an invalid item", { data: [{ id: 1 }, { id: "2" }], total: 2 }],
    ["an invalid frozen item", { data: [Object.freeze({ id: 1.5 })], total: 1 }],
    ["a member that the schema does not have", { data: [], total: 0, more: 1 }],
    ["a missing member", { data: [] }],
    ["no list", { data: null, total: 0 }],
    ["no object", null],
  ])("rejects %s each time", (_, result) => {
    const write = serialiserOf(list);
    for (let i = 0; i < 2; i += 1) {
      expect(() => write(result)).toThrow(
        expect.objectContaining({ code: "internal_error", cause: expect.any(z.ZodError) }),
      );
    }
  });

  it("applies rules for the whole list, and writes lists that are not the first member", () => {
    const bounded = z.strictObject({ data: z.array(z.number()).max(1) });
    expect(() => serialiserOf(bounded)({ data: [1, 2] })).toThrow();
    const late = z.strictObject({ total: z.number(), data: z.array(z.number()) });
    expect(serialiserOf(late)({ data: [1], total: 1 })).toBe('{"total":1,"data":[1]}');
  });
});
