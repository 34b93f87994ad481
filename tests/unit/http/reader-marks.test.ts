import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { marksOf, readerMarks, withMarks } from "@/lib/http/response/reader-marks";

describe("the separators of a request", () => {
  it.each([
    ["de-DE,de;q=0.9,en;q=0.8", ",."],
    ["fr-FR", ",\u202f"],
    ["pt-BR;q=1", ",."],
    ["en-US,en;q=0.9", ".,"],
    [" pl , en", ",\u00a0"],
  ])("are those of the first language of %j", (header, marks) => {
    expect(marksOf(header)).toBe(marks);
    expect(marksOf(header), "remembered").toBe(marks);
  });

  it.each([
    undefined,
    "",
    "*",
    "xx-XX",
    "_",
    "d",
    "-",
    "de_DE",
    `de-${"x-abcdefgh-".repeat(4)}`,
    '"><script>',
  ])("are English for %j", (header) => {
    expect(marksOf(header)).toBe(".,");
  });

  it("are the reader's own during a rendering, also next to another one", async () => {
    const render = (marks: string) =>
      withMarks(marks, async () => {
        const seen = [readerMarks()];
        for (let i = 0; i < 3; i += 1) {
          await sleep(1);
          seen.push(readerMarks());
        }
        return new Set(seen);
      });
    const [german, english] = await Promise.all([render(",."), render(".,")]);
    expect([german, english]).toEqual([new Set([",."]), new Set([".,"])]);
    expect(readerMarks()).toBeUndefined();
  });
});
