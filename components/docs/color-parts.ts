type CodePart = { text: string; kind: "plain" | "string" | "key" | "muted" };

const PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|(\\$|^\s+-[a-zA-Z]\b|#.*$)/gm;

/** Splits a sample for highlighting: JSON keys, strings and shell punctuation. */
export function colorParts(code: string): CodePart[] {
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    parts.push({ text: code.slice(end, match.index), kind: "plain" });
    const [all, quoted, colon] = match;
    if (quoted === undefined) parts.push({ text: all, kind: "muted" });
    else {
      parts.push({ text: quoted, kind: colon === undefined ? "string" : "key" });
      parts.push({ text: colon ?? "", kind: "plain" });
    }
    end = match.index + all.length;
  }
  parts.push({ text: code.slice(end), kind: "plain" });
  return parts.filter(({ text }) => text !== "");
}
