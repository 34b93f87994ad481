import type { ImageFormat } from "./image";

/**
 * The parts of an image file that are not the picture: comments, metadata, unknown blocks and what
 * stands behind its end. Malformed files end the walk early; the decoder refuses them.
 */
export function sideDataOf(format: ImageFormat, bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return WALKERS[format](bytes, view);
}

type Walker = (bytes: Uint8Array, view: DataView) => Uint8Array[];

const WALKERS: Record<ImageFormat, Walker> = {
  png: walkPng,
  jpeg: walkJpeg,
  gif: walkGif,
  webp: walkWebp,
  avif: walkAvif,
};

function typeAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function walkPng(bytes: Uint8Array, view: DataView): Uint8Array[] {
  const picture = ["IHDR", "PLTE", "IDAT", "fdAT", "tRNS"];
  const found: Uint8Array[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const type = typeAt(bytes, at + 4);
    if (type === "IEND") return [...found, bytes.subarray(end)];
    if (!picture.includes(type)) found.push(bytes.subarray(at + 8, end - 4));
    at = end;
  }
  return found;
}

function walkJpeg(bytes: Uint8Array, view: DataView): Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    // Compressed data follows a scan's header; markers in it are stuffed or restart markers.
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 2 > bytes.length) break;
    const marker = bytes[at + 1] ?? 0;
    const isEnd = marker === 0xd9;
    if (isEnd) return [...found, bytes.subarray(at + 2)];
    const isBare = marker === 0 || marker === 0xff || marker === 1 || (marker & 0xf8) === 0xd0;
    if (isBare) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + view.getUint16(at + 2);
    const isMetadata = marker === 0xfe || (marker & 0xf0) === 0xe0;
    if (isMetadata) found.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

function walkGif(bytes: Uint8Array, view: DataView): Uint8Array[] {
  if (bytes.length < 13) return [];
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const found: Uint8Array[] = [];
  let at = 13 + tableBytes(view.getUint8(10));
  const afterSubBlocks = (from: number) => {
    let offset = from;
    for (let size = bytes[offset] ?? 0; size > 0; size = bytes[offset] ?? 0) offset += size + 1;
    return offset + 1;
  };
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x21) {
      const end = afterSubBlocks(at + 2);
      const isTiming = bytes[at + 1] === 0xf9;
      if (!isTiming) found.push(bytes.subarray(at + 2, end));
      at = end;
    } else if (block === 0x2c && at + 10 < bytes.length) {
      at = afterSubBlocks(at + 11 + tableBytes(view.getUint8(at + 9)));
    } else {
      // The trailer, or nothing that belongs there.
      return [...found, bytes.subarray(at + 1)];
    }
  }
  return found;
}

function walkWebp(bytes: Uint8Array, view: DataView): Uint8Array[] {
  const picture = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"];
  const found: Uint8Array[] = [];
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  let at = 12;
  while (at + 8 <= end) {
    const size = view.getUint32(at + 4, true);
    if (!picture.includes(typeAt(bytes, at))) found.push(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return [...found, bytes.subarray(end)];
}

function walkAvif(bytes: Uint8Array, view: DataView): Uint8Array[] {
  const picture = ["ftyp", "meta", "mdat", "moov"];
  const found: Uint8Array[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at);
    const type = typeAt(bytes, at + 4);
    const isPicture = picture.includes(type);
    // 0: to the end of the file. 1: a 64-bit size, which no picture of ours needs.
    if (size < 8) return isPicture && size === 0 ? found : [...found, bytes.subarray(at)];
    if (!isPicture) found.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...found, bytes.subarray(Math.min(at, bytes.length))];
}
