import { expect, it } from "vitest";
import { uniqueBy } from "@/lib/web/format/unique-by";

it("shows the first of rows that several pages have", () => {
  const rows = ["a1", "b1", "b2", "c2", "a2"];
  expect(uniqueBy(rows, ([key = ""]) => key)).toEqual(["a1", "b1", "c2"]);
});
