/**
 * A fenced block of commands, or a comment that names what the reader does between two blocks. The
 * marks are in the page's source, where the reader of the page does not see them:
 *
 *     ```sh root internet          a block that needs root and the internet
 *     <!-- by hand: fund -->       a step without a command
 */
export type PageStep =
  | { kind: "commands"; marks: string[]; text: string; line: number }
  | { kind: "by hand"; name: string; line: number };

const FENCE = /^( *)```(.*)$/;
const BY_HAND = /^ *<!-- by hand: (.+) -->$/;

/** The blocks and steps of a Markdown page, in order. Every fenced block is one. */
export function readCommands(page: string): PageStep[] {
  const lines = page.split("\n");
  const steps: PageStep[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const name = BY_HAND.exec(lines[index] ?? "")?.[1];
    if (name !== undefined) steps.push({ kind: "by hand", name, line });
    const opening = FENCE.exec(lines[index] ?? "");
    if (opening === null) continue;
    const [, indent = "", info = ""] = opening;
    const end = lines.indexOf(`${indent}\`\`\``, line);
    if (end === -1) throw new Error(`line ${line}: the block has no end`);
    const text = lines
      .slice(line, end)
      .map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one))
      .join("\n");
    steps.push({ kind: "commands", marks: info.split(" ").slice(1), text, line });
    index = end;
  }
  return steps;
}
