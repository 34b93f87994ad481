import { ancillaryDataOf } from "./ancillary-data";
import type { ImageFormat } from "./image";

/** What could act as something else than a picture. XMP is XML, so XML alone is not among it. */
const MARKUP = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i;
const SIGNATURES: readonly [name: string, isIn: (text: string) => boolean][] = [
  ["a web page or script", (text) => MARKUP.test(text)],
  ["a script", (text) => /<\?php|#!\/(?:usr\/)?bin\//i.test(text)],
  ["an archive", hasAny("PK\u0003\u0004", "PK\u0005\u0006", "Rar!\u001a\u0007", "7z\u00bc\u00af'")],
  ["a document", (text) => /%PDF-\d/.test(text)],
  ["a program", hasAny("\u007fELF", "This program cannot be run in DOS mode")],
];
/** Longer parts are looked at in their beginning and end; what is stored has none of them anyway. */
const LOOK_BYTES = 64 * 1024;
/** How much is looked at in all: nobody else is served meanwhile. */
const LOOKED_BYTES_MAX = 1024 * 1024;

/**
 * What an image file carries besides its picture that could act as another file, in words, or null.
 * Only the parts that are not pixels are looked at, so no photograph matches by chance.
 */
export function findHiddenFile(format: ImageFormat, bytes: Uint8Array): string | null {
  const parts = ancillaryDataOf(format, bytes);
  if (parts === null) return "too many parts";
  let looked = 0;
  // What stands behind the picture is looked at first.
  for (const part of parts.toReversed()) {
    if (looked >= LOOKED_BYTES_MAX) break;
    const ends =
      part.length <= 2 * LOOK_BYTES
        ? [part]
        : [part.subarray(0, LOOK_BYTES), part.subarray(-LOOK_BYTES)];
    for (const end of ends) {
      looked += end.length;
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
