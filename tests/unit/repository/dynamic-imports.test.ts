import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** On the page from its first HTML on, so that nothing is hidden while they load. */
const SERVED = ["components/home/explorer-later.tsx", "components/token/unserved-token-later.tsx"];

/** The calls of `dynamic` in a file that have neither `ssr: false` nor `loading`. */
function callsWithoutFallback(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "dynamic") {
      const options = node.arguments[1]?.getText() ?? "";
      if (!/ssr: false|\bloading\b/.test(options)) found.push(file);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("components that load later", () => {
  it("have a fallback of their own: without one, Next hides what is around them meanwhile", () => {
    const files = ["app", "components"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".tsx"))
        .map((name) => join(folder, name)),
    );
    expect(files.flatMap(callsWithoutFallback).toSorted()).toEqual(SERVED);
  });
});
