import { findBodyTextProblem, findTextProblem } from "@/lib/shared/text";

/** Only pictures in base64 are longer, and their own rule takes its alphabet alone. */
const TEXT_LENGTH_MAX = 64 * 1024;

/**
 * The first text in parsed input that no part of the service may see, with its path, or null. Names of
 * fields count as text. Walks without recursion: a body may be nested as deep as it is long.
 * @param place texts in an address are on one line; those in a body may have line ends and tabs
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
        // The name itself would carry into the answer what it must not hold.
        if (message !== null) return { path, message: `field name ${message}` };
        open.push({ path: path === "" ? name : `${path}.${name}`, value: one });
      }
    }
  }
  return null;
}

const ONE_LINE = { newlines: false };
