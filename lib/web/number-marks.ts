declare global {
  /**
   * On the server: the separators of the reader for whom a page is rendered. Undefined outside of a
   * page. The modules of pages are other instances than those of the server, hence a global.
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
