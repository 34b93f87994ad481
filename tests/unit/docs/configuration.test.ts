import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { variables } from "@/lib/schemas/environment/environment";
import { VARIABLE_TOPICS } from "@/lib/schemas/environment/values";

const [FROM, TO] = ["<!-- variables -->\n", "<!-- /variables -->"];

/** The tables of all variables by topic, from lib/schemas/environment/environment.ts. */
function tables(): string {
  const all = Object.entries(variables.shape)
    .map(([name, rule]) => ({ name, ...rule.meta() }))
    .filter(({ internal }) => internal !== true);
  return Object.entries(VARIABLE_TOPICS)
    .map(([topic, title]) => {
      const rows = all
        .filter((one) => one.topic === topic)
        .map(
          ({ name, description, example }) => `| \`${name}\` | ${description} | \`${example}\` |`,
        );
      return [
        `## ${title}`,
        "",
        "| Variable | What it does | Example |",
        "| --- | --- | --- |",
        ...rows,
        "",
      ].join("\n");
    })
    .join("\n");
}

it("documents every variable in docs/configuration.md (`-u` writes the tables)", async () => {
  const page = readFileSync("docs/configuration.md", "utf8");
  const [before = "", rest = ""] = page.split(FROM);
  const after = rest.slice(rest.indexOf(TO));
  await expect(`${before}${FROM}\n${tables()}\n${after}`).toMatchFileSnapshot(
    "../../../docs/configuration.md",
  );
});
