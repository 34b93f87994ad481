import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** On the page from its first HTML on, so that nothing is hidden while they load. */
const SERVED = ["components/home/explorer-later.tsx", "components/token/unserved-token-later.tsx"];

/** Rendered inside a `PartBoundary` or a `Later`, with nothing else that a failure would remove. */
const BOUND_ELSEWHERE = [
  "components/charts/chart-body.tsx CandleTable",
  "components/explorer/search-box.tsx SearchResults",
  "components/launch/review/appeal-block.tsx AppealDialog",
  "components/token/facts/token-facts.tsx FactCards",
  "components/token/moderation-notice.tsx AppealDialog",
  "components/token/report-button.tsx ReportDialog",
  "components/token/token-face.tsx VideoPlayer",
  "components/token/token-view.tsx OwnPosition",
  "components/token/token-view.tsx TradeList",
  "components/trade/trade-form.tsx QuoteWarnings",
  "components/trade/trade-form.tsx TradeProgress",
];

/** The calls of `dynamic` in a file that have neither `ssr: false` nor `loading`. */
function callsWithoutFallback(file: string): string[] {
  return dynamicCalls(file)
    .filter((call) => !/ssr: false|\bloading\b/.test(optionsOf(call)))
    .map(() => file);
}

/** The components of a file that have no boundary of their own. */
function unboundParts(file: string): string[] {
  return dynamicCalls(file)
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

  it("have a boundary: without one, a failure to load replaces the page", () => {
    expect(files.flatMap(unboundParts).toSorted()).toEqual(BOUND_ELSEWHERE);
  });
});
