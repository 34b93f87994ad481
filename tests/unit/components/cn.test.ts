import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "@/components/ui/cn";

/** tailwind-merge with its own class groups, plus the type scale of tailwind.config.ts. */
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["micro", "display", "title"] }] } },
});

/** Every word in a string of the pages and components, without the part before a colon. */
function words(): string[] {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith("cn.ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const literals = files.flatMap((text) => text.match(/"[^"\n]*"|`[^`]*`/g) ?? []);
  const all = literals
    .flatMap((literal) => literal.slice(1, -1).split(/\s+/))
    .map((word) => word.replace(/^.*(?<!\[[^\]]*):/, ""))
    .filter((word) => /^-?[a-z][\w\-./[\]()%,]*$/.test(word));
  return [...new Set(all)];
}

it("resolves conflicting classes like tailwind-merge, for all classes of the product", () => {
  const known = words().filter((word) => merge(`${word} ${word}`) === word);
  expect(known.length).toBeGreaterThan(200);
  const wrong = known.flatMap((one) =>
    known
      .filter((other) => other !== one)
      .map((other) => `${one} ${other}`)
      .filter((pair) => cn(pair) !== merge(pair)),
  );
  expect(wrong).toEqual([]);
});
