/** The rules of `promtool check metrics` that our names can violate, for machines without it. */
const NOT_BASE_UNITS =
  /(^|_)(ms|us|ns|s|sec|minutes|hours|days|kb|mb|gb|(milli|micro|nano)seconds|(kilo|mega|giga)bytes|bits)(_|$)/;
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];
/** Name suffixes of a histogram's series. */
const PARTS = /_(bucket|sum|count)$/;

/** Problems in metrics in Prometheus text format; empty when there are none. */
export function checkExposition(text: string): string[] {
  const problems: string[] = [];
  const helped = new Set<string>();
  const types = new Map<string, string>();
  const series = new Set<string>();
  for (const line of text.split("\n")) {
    const [, kind, name = "", rest = ""] = line.match(/^# (HELP|TYPE) (\S+) ?(.*)$/) ?? [];
    if (kind === "HELP") {
      if (helped.has(name)) problems.push(`${name}: HELP twice`);
      if (rest.trim() === "") problems.push(`${name}: no help text`);
      helped.add(name);
    } else if (kind === "TYPE") {
      if (types.has(name)) problems.push(`${name}: TYPE twice`);
      types.set(name, rest);
    } else if (line !== "" && !line.startsWith("#")) {
      const id = line.slice(0, line.lastIndexOf(" "));
      if (series.has(id)) problems.push(`${id}: twice`);
      series.add(id);
    }
  }
  for (const name of new Set([...series].map((id) => familyOf(id, types)))) {
    if (!helped.has(name)) problems.push(`${name}: no HELP`);
    if (!types.has(name)) problems.push(`${name}: no TYPE`);
  }
  for (const [name, type] of types) problems.push(...checkName(name, type));
  return problems;
}

function familyOf(id: string, types: ReadonlyMap<string, string>): string {
  const [name = ""] = id.split("{");
  return types.get(name.replace(PARTS, "")) === "histogram" ? name.replace(PARTS, "") : name;
}

function checkName(name: string, type: string): string[] {
  const rules: [boolean, string][] = [
    [TYPES.includes(type), `has the unknown type ${type}`],
    [/^[a-z][a-z0-9_]*$/.test(name), "is not in snake case"],
    [type !== "counter" || name.endsWith("_total"), "is a counter without _total"],
    [type === "counter" || !name.endsWith("_total"), "has _total and is no counter"],
    [!PARTS.test(name), "ends like a histogram's series"],
    [!NOT_BASE_UNITS.test(name), "has a unit that is not a base unit"],
    [!TYPES.some((one) => name.split("_").includes(one)), "has its type in its name"],
  ];
  return rules.flatMap(([isKept, text]) => (isKept ? [] : [`${name}: ${text}`]));
}
