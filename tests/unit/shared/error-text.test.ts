import { expect, it } from "vitest";
import { errorText } from "@/lib/shared/text/error-text";

it.each([
  [new Error("broken"), "broken"],
  [
    new AggregateError([new Error("::1 refused"), new Error("127.0.0.1 refused")]),
    "::1 refused, 127.0.0.1 refused",
  ],
  [new AggregateError([new Error("one")], "2 steps failed"), "2 steps failed"],
  [new TypeError(""), "TypeError"],
  ["text", "text"],
])("has a text for %o", (error, text) => {
  expect(errorText(error)).toBe(text);
});
