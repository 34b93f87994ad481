import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** On the page from its first HTML on, so that nothing is hidden while they load. */
const SERVED = ["components/home/explorer-later.tsx", "components/token/unserved-token-later.tsx"];

/** In the boundary of a section that loads later, or in one where they are shown. */
const BOUND_ELSEWHERE = [
  "components/launch/review/appeal-block.tsx AppealDialog",
  "components/token/moderation-notice.tsx AppealDialog",
  "components/token/report-button.tsx ReportDialog",
  "components/token/token-view.tsx CreatorHolding",
  "components/token/token-view.tsx NotIndexed",
  "components/token/token-view.tsx OwnPosition",
  "components/trade/trade-form.tsx QuoteWarnings",
];

/** The calls of `dynamic` in a file that have neither `ssr: false` nor `loading`. */
function callsWithoutFallback(file: string): string[] {
  return dynamicCalls(file)
    .filter((call) => !/ssr: false|\bloading\b/.test(optionsOf(call)))
    .map(() => file);
}

/** The components of a file that show nothing until a reader wants them, and have no boundary. */
function unboundParts(file: string): string[] {
  return dynamicCalls(file)
    .filter((call) => /ssr: false/.test(optionsOf(call)) && !/\bloading\b/.test(optionsOf(call)))
    .filter(
      ({ parent }) => !ts.isCallExpression(parent) || parent.expression.getText() !== "inPart",
    )
    .map(({ parent }) =>
      ts.isVariableDeclaration(parent) ? `${file} ${parent.name.getText()}` : file,
    );
}

function optionsOf(call: ts.CallExpression): string {
  return call.arguments[1]?.getText() ?? "";
}

function dynamicCalls(file: string): ts.CallExpression[] {
  const text = readFileSync(file, "utf8");
  if (!text.includes("next/dynamic")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "dynamic") found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => join(folder, name)),
);

describe("components that load later", () => {
  it("have a fallback of their own: without one, Next hides what is around them meanwhile", () => {
    expect(files.flatMap(callsWithoutFallback).toSorted()).toEqual(SERVED);
  });

  it("have a boundary if they load on demand: without one, a failure to load replaces the page", () => {
    expect(files.flatMap(unboundParts).toSorted()).toEqual(BOUND_ELSEWHERE);
  });
});
