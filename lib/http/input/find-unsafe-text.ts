import { findBodyTextProblem, findTextProblem } from "@/lib/shared/text/text";

/** Only base64 images are longer, and their own rule accepts only that alphabet. */
const TEXT_LENGTH_MAX = 64 * 1024;

/**
 * The first unsafe text in parsed input with its path, or null. Field names are checked too. Does
 * not recurse: a body may be nested as deeply as it is long.
 * @param place text in a URL is a single line; text in a body may contain line breaks and tabs
 */
export function findUnsafeText(
  input: unknown,
  place: "address" | "body",
): { path: string; message: string } | null {
  const problemOf = (text: string) => {
    if (text.length > TEXT_LENGTH_MAX) return null;
    return place === "body" ? findBodyTextProblem(text) : findTextProblem(text, ONE_LINE);
  };
  const open: { path: string; value: unknown }[] = [{ path: "", value: input }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === "string") {
      const message = problemOf(value);
      if (message !== null) return { path, message };
    } else if (typeof value === "object" && value !== null) {
      for (const [name, one] of Object.entries(value)) {
        const message = problemOf(name);
        // The response must not repeat the unsafe name.
        if (message !== null) return { path, message: `field name ${message}` };
        open.push({ path: path === "" ? name : `${path}.${name}`, value: one });
      }
    }
  }
  return null;
}

const ONE_LINE = { newlines: false };
