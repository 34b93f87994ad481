import { join } from "node:path";
import ts from "typescript";

/** Types that are expanded here because their own declarations refer to schemas. */
const WRITTEN_OUT = "wire";
/** The type whose properties carry the descriptions of operations; `Client` inherits them. */
const DESCRIBED = "UrlArguments";

/**
 * The declaration files of a package: what `tsc --declaration` emits for each file that the entry
 * refers to, and the types of `wire.ts` written out in full.
 * @param options.folder the package's sources
 * @param options.describe the comment of an operation, null for none
 * @param options.rename import paths of other packages as the published files name them
 * @returns file names and texts
 * @throws when a type cannot be written out
 */
export function emitTypes(
  program: ts.Program,
  options: {
    folder: string;
    describe: (operation: string) => string | null;
    rename?: (path: string) => string;
  },
): { path: string; text: string }[] {
  const { folder, describe, rename = (path) => path } = options;
  const files = new Map<string, string>();
  const queue = ["index"];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (files.has(`${name}.d.ts`)) continue;
    const source = program.getSourceFile(join(folder, `${name}.ts`));
    if (source === undefined) throw new Error(`${name}.ts is not part of ${folder}`);
    const text = name === WRITTEN_OUT ? writeOut(program, source, describe) : emit(program, source);
    const published = text.replace(/from "([^"]+)"/g, (_, path: string) => {
      if (path.startsWith("@/"))
        throw new Error(`${name}.ts publishes a type of ${path}: use wire.ts`);
      if (!path.startsWith("./")) return `from "${rename(path)}"`;
      queue.push(path.slice("./".length));
      // Node resolves modules by their full file names.
      return `from "${path}.js"`;
    });
    files.set(`${name}.d.ts`, published);
  }
  return [...files].map(([path, text]) => ({ path, text })).toSorted(byPath);
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

function emit(program: ts.Program, source: ts.SourceFile): string {
  let emitted = "";
  const { diagnostics } = program.emit(source, (_, text) => (emitted = text), undefined, true);
  const [problem] = [...diagnostics, ...program.getDeclarationDiagnostics(source)];
  if (problem !== undefined) {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  }
  return emitted;
}

/** The exports of a module as declarations that refer to no other module. */
function writeOut(
  program: ts.Program,
  source: ts.SourceFile,
  describe: (operation: string) => string | null,
): string {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(source);
  // Aliases of modules are out of scope in the standard library, so TypeScript prints what they are.
  const scope = program.getSourceFiles().find((file) => program.isSourceFileDefaultLibrary(file));
  if (module === undefined || scope === undefined) throw new Error("wire.ts is not a module");
  const printer = ts.createPrinter();
  const print = (type: ts.Type): string => {
    const { NoTruncation, MultilineObjectLiterals, InTypeAlias, AllowEmptyTuple } =
      ts.NodeBuilderFlags;
    const flags = NoTruncation | MultilineObjectLiterals | InTypeAlias | AllowEmptyTuple;
    const node = checker.typeToTypeNode(type, scope, flags);
    if (node === undefined) throw new Error(`${checker.typeToString(type)} cannot be written out`);
    return printer.printNode(ts.EmitHint.Unspecified, node, source);
  };
  const declare = (name: string, symbol: ts.Symbol): string => {
    const { Value, Type } = ts.SymbolFlags;
    if (symbol.flags & Value && !(symbol.flags & Type)) {
      return `export declare const ${name}: ${print(checker.getTypeOfSymbol(symbol))};`;
    }
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const isByOperation = symbol.declarations?.some((one) => one.getSourceFile() === source);
    if (!isByOperation || type.isUnion()) return `export type ${name} = ${print(type)};`;
    const members = type.getProperties().map((property) => {
      const comment = commentOf((name === DESCRIBED && describe(property.name)) || "");
      return `${comment}${property.name}: ${print(checker.getTypeOfSymbol(property))};`
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n");
    });
    return `export interface ${name} {\n${members.join("\n")}\n}`;
  };
  const declarations = checker.getExportsOfModule(module).map((exported) => {
    const symbol =
      exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    return commentOf(comment) + declare(exported.name, symbol);
  });
  const text = `${declarations.join("\n\n")}\n`;
  const [unclear] =
    text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").match(/\bany\b|elided|import\(/) ?? [];
  if (unclear !== undefined) throw new Error(`A public type contains ${unclear}`);
  return text;
}

function commentOf(text: string): string {
  if (text === "") return "";
  const lines = text.replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}
