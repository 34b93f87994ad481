/**
 * Matches a path against a pattern as operations write it (`/v1/{chain}/tokens`), exactly.
 * @returns the parameters, decoded; null when it is another path or not valid percent-encoding
 */
export function createPathMatcher(
  pattern: string,
): (path: string) => Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const form = new RegExp(`^${pattern.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return (path) => {
    const values = form.exec(path);
    if (values === null) return null;
    try {
      return Object.fromEntries(
        names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? "")]),
      );
    } catch {
      // The front door refuses it.
      return null;
    }
  };
}
