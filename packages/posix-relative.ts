import path from "node:path";

/**
 * The path of a file from a folder as archives and imports write it. `relative` alone returns
 * backslashes on Windows.
 * @param system the path rules of the system; those of this one if absent
 */
export function posixRelative(
  folder: string,
  file: string,
  system: Pick<typeof path, "relative" | "sep"> = path,
): string {
  return system.relative(folder, file).split(system.sep).join("/");
}
