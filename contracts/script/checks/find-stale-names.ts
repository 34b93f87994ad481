import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectRoot } from "../project-root";
import { type StandardInput, standardInput } from "../standard-input";
import mutantsByFile from "./mutants.json" with { type: "json" };

const places = z.object({ findings: z.array(z.object({ at: z.array(z.string()) })) });

/**
 * Entries of slither.json and mutants.json that the sources no longer contain. Their own commands take too
 * long to run with every change.
 * @returns a line per problem
 */
export function findStaleNames(
  sources: StandardInput["sources"] = standardInput().sources,
): string[] {
  const file = path.join(projectRoot(), "contracts/slither.json");
  const { findings } = places.parse(JSON.parse(readFileSync(file, "utf8")));
  const texts = Object.values(sources).map(({ content }) => content);
  const unknown = [...new Set(findings.flatMap(({ at }) => at))].filter(
    (place) => !texts.some((text) => holds(text, place)),
  );
  const inapplicable = Object.entries(mutantsByFile).flatMap(([name, mutants]) => {
    const text = sources[`contracts/src/${name}`]?.content ?? "";
    return Object.entries(mutants)
      .filter(([, [from = ""]]) => text.split(from).length !== 2)
      .map(([mutant]) => `mutants.json: "${mutant}" does not apply to ${name} once`);
  });
  return [...unknown.map((place) => `slither.json: no ${place} in the sources`), ...inapplicable];
}

/** Whether a source defines `Contract.function` or `Contract.function.variable`. */
function holds(text: string, place: string): boolean {
  const [contract, name, variable] = place.split(".");
  return (
    new RegExp(`\\b(contract|library) ${contract}\\b`).test(text) &&
    (name === "constructor" || new RegExp(`\\bfunction ${name}\\(`).test(text)) &&
    (variable === undefined || new RegExp(`\\b${variable}\\b`).test(text))
  );
}
