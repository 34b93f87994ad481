/**
 * The default export of a CommonJS package that was compiled from ES modules. Node imports the
 * whole module as its default; bundlers import the default in it.
 */
export function defaultOf<T>(imported: T | { default: T }): T {
  return isModule(imported) ? imported.default : imported;
}

function isModule<T>(imported: T | { default: T }): imported is { default: T } {
  return typeof imported === "object" && imported !== null && "default" in imported;
}
