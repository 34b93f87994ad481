import { readdirSync } from "node:fs";

/** The routes of all pages of the application, as Next names them: `/[chain]/[tokenAddress]`. */
export function pageRoutes(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => {
      const parts = file.split("/").slice(0, -1);
      return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
    })
    .sort();
}

/**
 * The path of a route.
 * @param values by the name of the parameter
 * @throws for a parameter without a value, so that no new page is left out
 */
export function fillRoute(route: string, values: Readonly<Record<string, string>>): string {
  return route.replace(/\[(\w+)\]/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${route}: there is no value for ${name}`);
    return value;
  });
}
