declare global {
  /**
   * On the server: the separators of the reader whose page is being rendered; undefined elsewhere.
   * Global, because pages have their own instances of the server's modules.
   */
  var slipwayReaderMarks: (() => string | undefined) | undefined;
}

/**
 * The separators of the reader's numbers: the decimal mark, then the group separator.
 *
 * The server reads them from `Accept-Language` and writes them to `<html data-marks>`. The browser
 * takes them from there instead of its own language: the first render must be the server's, also
 * where a browser's language or its locale data differ.
 */
export function numberMarks(): string {
  return (
    (typeof window === "undefined"
      ? globalThis.slipwayReaderMarks?.()
      : document.documentElement.dataset.marks) ?? ".,"
  );
}
