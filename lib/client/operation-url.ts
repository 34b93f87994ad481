/**
 * The address of an operation: `{name}` in `path` is filled from `params`, `query` is appended
 * without its undefined entries.
 * @param baseUrl origin of the service; empty for a path relative to the page
 * @throws TypeError when a path parameter is missing
 */
export function operationUrl(path: string, params: unknown, query: unknown, baseUrl = ""): string {
  const values = new Map(entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(entries(query)).toString();
  return `${baseUrl.replace(/\/+$/, "")}${filled}${search === "" ? "" : `?${search}`}`;
}

function entries(values: unknown): [string, string][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}
