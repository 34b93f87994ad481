import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const manifest = z.object({ engines: z.object({ node: z.string() }) });
const workflow = readFileSync(".github/workflows/ci.yml", "utf8");

it("runs .ci/run on the oldest Node that package.json allows, and on 24", () => {
  const { engines } = manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const oldest = engines.node.replace(">=", "");
  expect(workflow).toContain(`node: ["${oldest}", "24"]`);
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m);
});

it("pins every action to a commit", () => {
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
});
