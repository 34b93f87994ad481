import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";

/**
 * `npm run count`: size of the code by part, and what exceeds the limits of docs/architecture.md.
 * `npm run count -- lib/http components` prints the lists for these folders only.
 */

const FUNCTION_LIMIT = 50;
const FILE_LIMIT = 300;
const PARTS = ["lib", "app", "components", "inngest", "packages", "sandbox", "bench", "server"];
/** Names that Next.js and the tools read; every route or configuration file exports them. */
const FRAMEWORK =
  /^(metadata|viewport|dynamic|revalidate|runtime|config|generateMetadata|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

type Finding = {
  path: string;
  line: number;
  name: string;
  lines: number;
  /** Without the functions inside: what remains of a factory that closes over its state. */
  own: number;
};

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && PARTS.includes(partOf(path)))
  .filter((path) => !path.startsWith("lib/shared/abi/"))
  .map((path) => {
    const text = readFileSync(path, "utf8");
    return { path, text, lines: text.split("\n").length - 1 };
  });

const functions: Finding[] = [];
const markup: Finding[] = [];
const exported = new Map<string, Set<string>>();
for (const { path, text } of files) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  visit(source);
  for (const statement of source.statements) {
    for (const name of exportedNames(statement)) {
      if (!FRAMEWORK.test(name))
        exported.set(name, (exported.get(name) ?? new Set<string>()).add(path));
    }
  }

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const [line, lines] = [lineOf(node.getStart()), linesOf(node)];
      const own = lines - innerFunctions(node).reduce((sum, inner) => sum + linesOf(inner) - 1, 0);
      if (lines > FUNCTION_LIMIT)
        (isMarkup(node) ? markup : functions).push({ path, line, name: nameOf(node), lines, own });
    }
    ts.forEachChild(node, visit);
  }

  function lineOf(position: number): number {
    return source.getLineAndCharacterOfPosition(position).line + 1;
  }

  function linesOf(node: ts.Node): number {
    return lineOf(node.getEnd()) + 1 - lineOf(node.getStart());
  }
}

const repeated = [...exported]
  .map(([name, paths]) => ({ name, paths: [...paths] }))
  .filter(({ paths }) => paths.length > 1);
/** An operation and the function that serves or calls it are named alike on purpose. */
const isOperation = ({ paths }: { paths: string[] }) =>
  paths.length === 2 &&
  paths.filter((path) => /^lib\/(operations|features\/[\w-]+\/operations)[/.]/.test(path))
    .length === 1;
const twice = repeated.filter((each) => !isOperation(each));
const table = PARTS.map((part) => {
  const own = files.filter(({ path }) => partOf(path) === part);
  const inPart = ({ path }: Finding) => partOf(path) === part;
  return {
    part,
    files: own.length,
    lines: own.reduce((sum, { lines }) => sum + lines, 0),
    median: own.map(({ lines }) => lines).sort((a, b) => a - b)[own.length >> 1] ?? 0,
    "largest folder": largestFolder(own.map(({ path }) => path)),
    "names twice": twice.filter(({ paths }) => paths.some((path) => partOf(path) === part)).length,
    "functions > 50": functions.filter(inPart).length,
    "own lines > 50": functions.filter((each) => inPart(each) && each.own > FUNCTION_LIMIT).length,
    "markup > 50": markup.filter(inPart).length,
    "files > 300": own.filter(({ lines }) => lines > FILE_LIMIT).length,
  };
});

const chosen = process.argv.slice(2);
const isChosen = (path: string) =>
  chosen.length === 0 || chosen.some((folder) => path.startsWith(folder));
const print = (title: string, rows: string[]) =>
  process.stdout.write(`\n${title}: ${rows.length}\n${rows.map((row) => `  ${row}\n`).join("")}`);
const printFindings = (title: string, findings: Finding[]) =>
  print(
    title,
    findings
      .filter(({ path }) => isChosen(path))
      .sort((a, b) => b.lines - a.lines)
      .map(({ path, line, name, lines, own }) => `${lines} (own ${own})  ${path}:${line}  ${name}`),
  );

const headings = Object.keys(table[0] ?? {});
const tableRow = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
process.stdout.write(
  tableRow(headings) +
    tableRow(headings.map(() => "---")) +
    table.map((row) => tableRow(Object.values(row))).join(""),
);
printFindings(`Functions over ${FUNCTION_LIMIT} lines`, functions);
printFindings(`Functions over ${FUNCTION_LIMIT} lines that only return JSX`, markup);
print(
  `Files over ${FILE_LIMIT} lines`,
  files
    .filter(({ path, lines }) => isChosen(path) && lines > FILE_LIMIT)
    .map(({ path, lines }) => `${lines}  ${path}`),
);
printNames("Exported names declared in more than one file", twice);
printNames("Operations named like the function behind them", repeated.filter(isOperation));

function printNames(title: string, names: typeof repeated): void {
  const rows = names.filter(({ paths }) => paths.some(isChosen));
  print(
    title,
    rows.map(({ name, paths }) => `${name}: ${paths.join(" ")}`),
  );
}

function partOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.\w+$/, "");
}

/** Names that this statement declares and exports; re-exports declare nothing. */
function exportedNames(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return [];
  const modifiers = ts.getModifiers(statement) ?? [];
  const has = (wanted: ts.SyntaxKind) => modifiers.some(({ kind }) => kind === wanted);
  // A default export is named where it is imported.
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((element) =>
            ts.isBindingElement(element) && ts.isIdentifier(element.name)
              ? [element.name.text]
              : [],
          ),
    );
  const named = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  const typed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return (named || typed) && statement.name ? [statement.name.text] : [];
}

/** The outermost functions inside a function. */
function innerFunctions(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isFunctionLike(child)) found.push(child);
    else found.push(...innerFunctions(child));
  });
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const declared = ts.getNameOfDeclaration(node);
  if (declared) return declared.getText();
  for (let parent = node.parent; parent && !ts.isSourceFile(parent); parent = parent.parent) {
    if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
      return `in ${parent.name.getText()}`;
    if (ts.isFunctionDeclaration(parent)) return `in ${parent.name?.text ?? "default"}`;
  }
  return "anonymous";
}

/** One JSX tree is a page to read from top to bottom: splitting it rarely helps. */
function isMarkup(node: ts.SignatureDeclaration & { body?: ts.Node | undefined }): boolean {
  let result: ts.Node | undefined = node.body;
  if (result && ts.isBlock(result)) {
    const [only, ...others] = result.statements;
    result =
      others.length === 0 && only && ts.isReturnStatement(only) ? only.expression : undefined;
  }
  while (result && ts.isParenthesizedExpression(result)) result = result.expression;
  return result !== undefined && (ts.isJsxElement(result) || ts.isJsxFragment(result));
}

function largestFolder(paths: string[]): string {
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  const [folder, size] = [...sizes].sort((a, b) => b[1] - a[1])[0] ?? ["-", 0];
  return `${folder} ${size}`;
}
