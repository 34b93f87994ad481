import ts from "typescript";

type Describe = (property: ts.Symbol) => string | null;
export type TypePrinter = ReturnType<typeof createTypePrinter>;

/** Deeper than any answer; a type that contains itself would never end. */
const DEPTH_MAX = 24;
const STEP = "  ";

/**
 * Writes types out in full: what TypeScript itself prints names aliases of this project and of its
 * packages, which whoever installs the package does not have.
 */
export function createTypePrinter(program: ts.Program) {
  const checker = program.getTypeChecker();
  const names = new Map<ts.Type, string>();

  /** The type as it is written where it is used; a name stands for what has one. */
  function print(type: ts.Type, indent: string): string {
    if (indent.length > DEPTH_MAX * STEP.length) {
      throw new Error(`A type is too deep: ${checker.typeToString(type)}`);
    }
    return names.get(type) ?? expand(type, indent);
  }

  /** The type without its own name. */
  function expand(type: ts.Type, indent: string, describe?: Describe, own?: string): string {
    if (type.flags & ts.TypeFlags.Any) throw new Error("A type of the client is any");
    if (type.isUnion()) return printUnion(type, indent);
    if (isPlain(type)) return checker.typeToString(type);
    const global = globalOf(type);
    if (global !== null) return global + printArguments(type, indent);
    if (checker.isTupleType(type)) {
      const parts = checker.getTypeArguments(asReference(type)).map((part) => print(part, indent));
      return `[${parts.join(", ")}]`;
    }
    if (checker.isArrayType(type)) return printArray(asReference(type), indent);
    return printObject(type, indent, describe ?? (() => null), own);
  }

  function printUnion(type: ts.UnionType, indent: string): string {
    const isBoolean = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const booleans = type.types.filter(isBoolean);
    const others =
      booleans.length === 2 ? type.types.filter((part) => !isBoolean(part)) : type.types;
    const isNothing = ({ flags }: ts.Type) =>
      (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
    const ordered = [
      ...others.filter((part) => !isNothing(part)),
      ...others.filter(isNothing).toReversed(),
    ];
    const texts = ordered.map((part) => {
      const text = print(part, indent);
      return part.getCallSignatures().length > 0 ? `(${text})` : text;
    });
    return [...(booleans.length === 2 ? ["boolean"] : []), ...texts].join(" | ");
  }

  function printArray(type: ts.TypeReference, indent: string): string {
    const [element] = checker.getTypeArguments(type);
    if (element === undefined) throw new Error("An array has no elements");
    const text = print(element, indent);
    const isReadonly = type.symbol.name === "ReadonlyArray";
    const isSimple = !element.isUnion() && (text.startsWith("{") || /^[\w."[\]]+$/.test(text));
    const isWhole = names.has(element) || isSimple;
    const inner = isWhole ? text : `(${text})`;
    return `${isReadonly ? "readonly " : ""}${inner}[]`;
  }

  function printArguments(type: ts.Type, indent: string): string {
    const target =
      type.aliasTypeArguments ?? (isReference(type) ? checker.getTypeArguments(type) : []);
    // The last parameter of a generator is any by default.
    const given = target.filter((part) => !(part.flags & ts.TypeFlags.Any));
    const texts = given.map((part) => print(part, indent));
    return texts.length === 0 ? "" : `<${texts.join(", ")}>`;
  }

  function printObject(type: ts.Type, indent: string, describe: Describe, own?: string): string {
    const signatures = type.getCallSignatures();
    const [only] = signatures;
    const properties = checker.getPropertiesOfType(type);
    if (only !== undefined && signatures.length === 1 && properties.length === 0) {
      return signature(only, " => ", indent);
    }
    const inner = indent + STEP;
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, type: value }) => `[key: ${print(keyType, inner)}]: ${print(value, inner)};`,
      );
    const lines = [
      ...signatures.map((one) => `${signature(one, ": ", inner)};`),
      ...indexes,
      ...properties.flatMap((property) => members(property, inner, describe, own)),
    ];
    return lines.length === 0
      ? "{}"
      : `{\n${lines.map((line) => inner + line).join("\n")}\n${indent}}`;
  }

  function members(property: ts.Symbol, indent: string, describe: Describe, parent = ""): string[] {
    const type = checker.getTypeOfSymbol(property);
    const own = ts.displayPartsToString(property.getDocumentationComment(checker));
    const comment = commentOf(describe(property) ?? own, indent);
    const name = /^\w+$/.test(property.name) ? property.name : JSON.stringify(property.name);
    const signatures = type.getCallSignatures();
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    if (signatures.length > 0 && !isOptional && globalOf(type) === null) {
      return signatures.map((one, index) => {
        return `${index === 0 ? comment : ""}${name}${signature(one, ": ", indent)};`;
      });
    }
    const modifier = isReadonly(property) ? "readonly " : "";
    const isNamedHere = names.get(type) === nameWithin(parent, property);
    const text = isNamedHere ? expand(type, indent) : print(type, indent);
    return [`${comment}${modifier}${name}${isOptional ? "?" : ""}: ${text};`];
  }

  function signature(one: ts.Signature, arrow: string, indent: string): string {
    return `${parametersOf(one, indent)}${arrow}${print(one.getReturnType(), indent)}`;
  }

  /** A rest of named parts is written as parameters. */
  function parametersOf(one: ts.Signature, indent: string): string {
    const parameters = one.getParameters().flatMap((parameter) => {
      const type = checker.getTypeOfSymbol(parameter);
      const declaration = parameter.valueDeclaration;
      const isRest =
        declaration !== undefined && ts.isParameter(declaration) && declaration.dotDotDotToken;
      if (isRest || checker.isTupleType(type)) return spread(asReference(type), indent);
      const isOptional =
        declaration !== undefined &&
        ts.isParameter(declaration) &&
        checker.isOptionalParameter(declaration);
      return [`${parameter.name}${isOptional ? "?" : ""}: ${printGiven(type, isOptional, indent)}`];
    });
    return `(${parameters.join(", ")})`;
  }

  /** An optional parameter may be undefined without that being written. */
  function printGiven(type: ts.Type, isOptional: boolean, indent: string): string {
    if (!isOptional || names.has(type)) return print(type, indent);
    return print(type, indent).replace(/ \| undefined$/, "");
  }

  function spread(type: ts.TypeReference, indent: string): string[] {
    const { target } = type;
    if (!isTuple(target)) throw new Error("A rest parameter has no parts");
    return checker.getTypeArguments(type).map((part, index) => {
      const label = target.labeledElementDeclarations?.[index]?.name;
      const name = label !== undefined && ts.isIdentifier(label) ? label.text : `argument${index}`;
      const isOptional = target.elementFlags[index] === ts.ElementFlags.Optional;
      return `${name}${isOptional ? "?" : ""}: ${printGiven(part, isOptional, indent)}`;
    });
  }

  /** The members of a class, without those that it has from the language. */
  function classBody(symbol: ts.Symbol): string {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const own = checker.getPropertiesOfType(type).filter((property) => !isOfLanguage(property));
    const lines = own.flatMap((property) => members(property, STEP, () => null));
    const [made] = checker.getTypeOfSymbol(symbol).getConstructSignatures();
    if (made === undefined) throw new Error(`${symbol.name} cannot be made`);
    return `{\n${[...lines, `constructor${parametersOf(made, STEP)};`].map((line) => STEP + line).join("\n")}\n}`;
  }

  function isOfLanguage(symbol: ts.Symbol): boolean {
    const files = (symbol.declarations ?? []).map((declaration) => declaration.getSourceFile());
    return (
      files.length > 0 &&
      files.every(
        (file) =>
          program.isSourceFileDefaultLibrary(file) ||
          file.fileName.includes("/node_modules/@types/"),
      )
    );
  }

  /** The name of a type that every program has: `Promise`, `Blob`, `typeof fetch`. */
  function globalOf(type: ts.Type): string | null {
    const symbol = type.getSymbol();
    if (symbol === undefined || !isOfLanguage(symbol) || isMade(symbol)) return null;
    if (checker.isArrayType(type) || checker.isTupleType(type)) return null;
    return symbol.flags & ts.SymbolFlags.Function ? `typeof ${symbol.name}` : symbol.name;
  }

  /** Has a type written by a name from here on; the first name counts. */
  function name(type: ts.Type, text: string): void {
    if (!names.has(type)) names.set(type, text);
  }

  return { expand, signature, classBody, name };
}

/** Mapped types of the language (`Partial`) and literals have a symbol without a name. */
function isMade(symbol: ts.Symbol): boolean {
  return symbol.name.startsWith("__");
}

function isPlain(type: ts.Type): boolean {
  const { Object: object, Intersection, TypeParameter } = ts.TypeFlags;
  return (type.flags & (object | Intersection | TypeParameter)) === 0;
}

/** How a part of a named container is referred to. */
export function nameWithin(container: string, property: ts.Symbol): string {
  return `${container}["${property.name}"]`;
}

function isReadonly(property: ts.Symbol): boolean {
  const { GetAccessor, SetAccessor } = ts.SymbolFlags;
  if ((property.flags & (GetAccessor | SetAccessor)) === GetAccessor) return true;
  return (property.declarations ?? []).some(
    (one) =>
      ts.canHaveModifiers(one) && ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Readonly,
  );
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return "target" in type;
}

function isTuple(type: ts.GenericType): type is ts.TupleType {
  return "elementFlags" in type;
}

function asReference(type: ts.Type): ts.TypeReference {
  if (!isReference(type)) throw new Error("An array or a tuple has no parts");
  return type;
}

/** A text as a comment in front of what it is about. */
export function commentOf(text: string, indent: string): string {
  if (text === "") return "";
  const lines = text.replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n${indent}`;
  return `/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n${indent}`;
}
