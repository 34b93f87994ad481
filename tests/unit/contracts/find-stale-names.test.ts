import { expect, it } from "vitest";
import { findStaleNames } from "@/contracts/script/checks/find-stale-names";
import { standardInput } from "@/contracts/script/standard-input";

const HOOK = "contracts/src/LaunchHook.sol";
const { sources } = standardInput();

/** The problems when every `from` in the sources of the hook is `to`. */
function problemsAfter(from: string, to: string): string[] {
  const content = sources[HOOK]?.content ?? "";
  const changed = content.replaceAll(from, to);
  expect(changed).not.toBe(content);
  return findStaleNames({ ...sources, [HOOK]: { content: changed } });
}

it("accepts the committed sources", () => {
  expect(findStaleNames()).toEqual([]);
});

it("reports a finding whose function or variable was renamed", () => {
  expect(problemsAfter("_seed(", "_start(")).toEqual([
    "slither.json: no LaunchHook._seed in the sources",
  ]);
  expect(problemsAfter("ethTaken", "taken")).toContain(
    "slither.json: no LaunchHook._record.ethTaken in the sources",
  );
});

it("reports the findings of a renamed contract", () => {
  const problems = problemsAfter("contract LaunchHook", "contract Hook");
  expect(problems).toContain("slither.json: no LaunchHook._seed in the sources");
  expect(problems.every((problem) => problem.includes(" no LaunchHook."))).toBe(true);
});

it("reports a mutant whose text is gone or occurs twice", () => {
  const text = "if (msg.sender != address(poolManager)) revert NotPoolManager();";
  const problem =
    'mutants.json: "anyone may call the callbacks" does not apply to LaunchHook.sol once';
  expect(problemsAfter(text, "")).toEqual([problem]);
  expect(problemsAfter(text, text + text)).toEqual([problem]);
});
