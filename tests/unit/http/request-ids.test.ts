import { expect, it } from "vitest";
import { createRequestIds } from "@/lib/http/request-ids";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it("gives every request a random UUID of its own", () => {
  const [next, other] = [createRequestIds(), createRequestIds()];
  const ids = Array.from({ length: 5_000 }, (_, n) => (n % 2 === 0 ? next() : other()));
  for (const id of ids) expect(id).toMatch(UUID_V4);
  expect(new Set(ids).size).toBe(ids.length);
});

it("gives every free digit all of its values", () => {
  const next = createRequestIds();
  const digits = Array.from({ length: 36 }, () => new Set<string>());
  for (let n = 0; n < 2_000; n += 1) {
    for (const [place, digit] of [...next()].entries()) digits[place]?.add(digit);
  }
  const fixed = new Map<number, number>([8, 13, 18, 23, 14].map((place) => [place, 1]));
  fixed.set(19, 4);
  expect(digits.map(({ size }) => size)).toEqual(digits.map((_, i) => fixed.get(i) ?? 16));
});
