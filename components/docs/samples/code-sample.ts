/** A request to generate samples from. */
export type SampleRequest = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  body?: unknown;
};

/** The request as a curl command (a body makes it a POST), with quotes in the body escaped. */
export function curlSample({ origin, path, body }: SampleRequest): string {
  if (body === undefined) return `curl ${origin}${path}`;
  const json = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
  return [
    `curl ${origin}${path}`,
    "  -H 'Content-Type: application/json'",
    `  -d '${json.replaceAll("\n", "\n  ")}'`,
  ].join(" \\\n");
}

/** The request in JavaScript, for browsers and Node. */
export function fetchSample({ origin, method, path, body }: SampleRequest): string {
  const url = JSON.stringify(origin + path);
  if (body === undefined) return `const data = await (await fetch(${url})).json();`;
  return [
    `const response = await fetch(${url}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: { "Content-Type": "application/json" },',
    `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
    "});",
    "const data = await response.json();",
  ].join("\n");
}

export type CodePart = { text: string; kind: "plain" | "string" | "key" | "muted" };

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
