import { ancillaryDataOf } from "./ancillary-data";
import type { ImageFormat } from "./image";

/** Markup that could make an image act as a web page. XMP is XML, so XML alone is allowed. */
const MARKUP = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i;
const SIGNATURES: readonly [name: string, isIn: (text: string) => boolean][] = [
  ["a web page or script", (text) => MARKUP.test(text)],
  ["a script", (text) => /<\?php|#!\/(?:usr\/)?bin\//i.test(text)],
  ["an archive", hasAny("PK\u0003\u0004", "PK\u0005\u0006", "Rar!\u001a\u0007", "7z\u00bc\u00af'")],
  ["a document", (text) => /%PDF-\d/.test(text)],
  ["a program", hasAny("\u007fELF", "This program cannot be run in DOS mode")],
];
/** Of longer parts only the beginning and end are scanned; stored images contain none of them. */
const SCAN_BYTES = 64 * 1024;
/** Maximum bytes scanned in total, because the scan blocks the event loop. */
const SCANNED_BYTES_MAX = 1024 * 1024;

/**
 * Describes data in an image file that could act as another file, or null. Scans only parts that
 * are not pixels, so that photos never match by chance.
 */
export function findHiddenFile(format: ImageFormat, bytes: Uint8Array): string | null {
  const parts = ancillaryDataOf(format, bytes);
  if (parts === null) return "too many parts";
  let scanned = 0;
  // Scan data after the image first.
  for (const part of parts.toReversed()) {
    if (scanned >= SCANNED_BYTES_MAX) break;
    const ends =
      part.length <= 2 * SCAN_BYTES
        ? [part]
        : [part.subarray(0, SCAN_BYTES), part.subarray(-SCAN_BYTES)];
    for (const end of ends) {
      scanned += end.length;
      const text = latin1(end);
      const found = SIGNATURES.find(([, isIn]) => isIn(text));
      if (found !== undefined) return found[0];
    }
  }
  return null;
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function hasAny(...signatures: string[]): (text: string) => boolean {
  return (text) => signatures.some((signature) => text.includes(signature));
}
