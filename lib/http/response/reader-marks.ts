import { AsyncLocalStorage } from "node:async_hooks";

const ENGLISH = ".,";
/** Longer tags are not of a browser's settings. */
const TAG_CHARS_MAX = 35;
/** Callers choose their header, so that not every tag can be remembered. */
const TAGS_MAX = 500;

const known = new Map<string, string>();
const current = new AsyncLocalStorage<string>();

/**
 * The separators of the caller's first language: the decimal mark, then the group separator.
 * `.,` for English, `,.` for German.
 * @param header `Accept-Language`; English without a language that is known here
 */
export function marksOf(header: string | undefined): string {
  const tag = /^\s*([\w-]+)/.exec(header ?? "")?.[1];
  if (tag === undefined || tag.length > TAG_CHARS_MAX) return ENGLISH;
  const before = known.get(tag);
  if (before !== undefined) return before;
  const marks = readMarks(tag);
  if (known.size < TAGS_MAX) known.set(tag, marks);
  return marks;
}

/** Renders a page for a reader with these separators, which `readerMarks` then returns. */
export function withMarks<T>(marks: string, render: () => T): T {
  return current.run(marks, render);
}

/** The separators of the reader whose page is being rendered; undefined elsewhere. */
export function readerMarks(): string | undefined {
  return current.getStore();
}

function readMarks(tag: string): string {
  try {
    // An unknown language would get the one of this machine.
    const [locale] = Intl.NumberFormat.supportedLocalesOf(tag);
    if (locale === undefined) return ENGLISH;
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6);
    const find = (type: string) => parts.find((part) => part.type === type)?.value;
    return `${find("decimal") ?? "."}${find("group") ?? ","}`;
  } catch (error) {
    if (error instanceof RangeError) return ENGLISH;
    throw error;
  }
}
