import ts from "typescript";
import { commentOf, createTypePrinter, nameWithin, type TypePrinter } from "./type-printer";

/** Aliases with parameters are the same by name, whatever their schemas. */
const GENERIC: Record<string, string> = {
  AnswerOf:
    "/** What an operation answers. */\nexport type AnswerOf<Id extends OperationId> = Answers[Id];",
  BodyOf: `/** The body of an operation as a caller writes it. */
export type BodyOf<Id extends OperationId> = Id extends keyof Bodies ? Bodies[Id] : undefined;`,
};
/** Printed first by others, where they are part of them. */
const NAMED_INSIDE = ["Bodies", "Answers"];

/**
 * Writes the types that a module exports as one declaration file that imports nothing.
 * @param options.describe the comment of a client's method, null for none
 * @returns the file and the project's own sources that it was made from
 * @throws when a type cannot be written out
 */
export function printTypes(options: {
  entry: string;
  tsconfig: string;
  describe: (operation: string) => string | null;
}): { text: string; sources: string[] } {
  const { config } = ts.readConfigFile(options.tsconfig, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(
    { ...config, include: [] },
    ts.sys,
    ts.sys.getCurrentDirectory(),
  );
  const program = ts.createProgram([options.entry], { ...parsed.options, incremental: false });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(options.entry);
  const entry = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (entry === undefined) throw new Error(`${options.entry} is no module`);
  const exported = checker
    .getExportsOfModule(entry)
    .map((symbol) => ({ name: symbol.name, symbol: targetOf(checker, symbol) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const printer = createTypePrinter(program);
  for (const { name, symbol } of exported) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (GENERIC[name] === undefined && isNameable(type)) printer.name(type, name);
  }
  for (const container of NAMED_INSIDE) {
    const symbol = exported.find(({ name }) => name === container)?.symbol;
    if (symbol === undefined) throw new Error(`${container} is not exported`);
    for (const property of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
      const type = checker.getTypeOfSymbol(property);
      if (isNameable(type)) printer.name(type, nameWithin(container, property));
    }
  }
  const texts = exported.map(({ name, symbol }) => {
    const declared = GENERIC[name] ?? declare(checker, printer, name, symbol, options.describe);
    return declared;
  });
  return {
    text: `${texts.join("\n\n")}\n`,
    sources: program
      .getSourceFiles()
      .map(({ fileName }) => fileName)
      .filter((path) => !path.includes("/node_modules/")),
  };
}

function targetOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Whether a type is worth a name where it is used: text and numbers are not. */
function isNameable(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection)) !== 0;
}

function declare(
  checker: ts.TypeChecker,
  printer: TypePrinter,
  name: string,
  symbol: ts.Symbol,
  describe: (operation: string) => string | null,
): string {
  const comment = commentOf(ts.displayPartsToString(symbol.getDocumentationComment(checker)), "");
  if (symbol.flags & ts.SymbolFlags.Function) {
    const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
    const texts = signatures.map(
      (signature) => `export declare function ${name}${printer.signature(signature, ": ", "")};`,
    );
    return comment + texts.join("\n");
  }
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  if (symbol.flags & ts.SymbolFlags.Class) {
    return `${comment}export declare class ${name} extends Error ${printer.classBody(symbol)}`;
  }
  const comments = name === "Client" ? describe : () => null;
  const text = printer.expand(type, "", (property) => comments(property.name), name);
  return text.startsWith("{") && !type.isUnion()
    ? `${comment}export interface ${name} ${text}`
    : `${comment}export type ${name} = ${text};`;
}
