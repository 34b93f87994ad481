import { z } from "zod";

export type Instruction = { name: string; text: string };
export type Stage = { from: string; alias: string | null; instructions: Instruction[] };

const words = z.array(z.string()).min(1);

/** The stages of a Dockerfile, with continued lines joined and comments removed. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = "", rest = ""] = line.match(/^([A-Z]+)\s+(.*)$/) ?? [];
    if (name === "") throw new Error(`Not an instruction: ${line}`);
    if (name === "FROM") {
      const [, from = "", , alias] = rest.match(/^(\S+)( AS (\S+))?$/) ?? [];
      stages.push({ from, alias: alias ?? null, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`Before the first FROM: ${line}`);
    stage.instructions.push({ name, text: rest.trim() });
  }
  return stages;
}

/** The texts of a stage's instructions of one kind. */
export function textsOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((one) => one.name === name).map(({ text }) => text);
}

/** The words of an instruction in exec form, `["node", "main.mjs"]`. */
export function execForm(text: string): string[] {
  return words.parse(JSON.parse(text.slice(text.indexOf("["))));
}

/** The variables that the stage sets. */
export function variablesOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, "ENV").flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

/** Files that the stage copies from an earlier one, relative to the application's folder. */
export function copiedFrom(stage: Stage): { from: string; to: string }[] {
  return textsOf(stage, "COPY").flatMap((text) => {
    const parts = text.split(/\s+/);
    if (!parts[0]?.startsWith("--from=")) return [];
    const target = parts.at(-1) ?? "";
    return parts.slice(1, -1).map((source) => {
      const from = source.replace(/^\/app\//, "");
      return { from, to: target.endsWith("/") ? `${target}${from}` : target };
    });
  });
}
