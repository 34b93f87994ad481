/** Markup that may be inserted into markup as it is. */
export type Html = { readonly markup: string };

type Value = string | number | Html | null | readonly Html[];

/**
 * A template for markup: every inserted text is escaped, so that it is neither an element nor the
 * end of a quoted attribute. Attributes must be quoted. Null inserts nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.map((part, n) => part + insert(values[n] ?? null)).join("");
  return { markup };
}

/** A text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function insert(value: Value): string {
  if (value === null) return "";
  if (typeof value === "object") {
    return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
  }
  return escapeHtml(String(value));
}
