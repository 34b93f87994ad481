import type { ImageFormat } from "./image";

/**
 * The parts of an image file other than the image: comments, metadata, unknown blocks and data
 * after its end. Malformed files end the walk early; the decoder rejects them.
 * @returns null for a file with too many parts to walk
 */
export function ancillaryDataOf(format: ImageFormat, bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Uint8Array[] = [];
  let steps = 0;
  for (const part of WALKERS[format](bytes, view)) {
    steps += 1;
    if (part !== PICTURE) found.push(part);
    if (steps > STEPS_MAX[format] || found.length > PARTS_MAX) return null;
  }
  return found;
}

/** A part of the image, which is skipped. */
const PICTURE = null;
type Walker = (bytes: Uint8Array, view: DataView) => Generator<Uint8Array | typeof PICTURE, void>;

/**
 * Encoders write blocks of a few kilobytes; in a JPEG one in 256 bytes of the image is a marker.
 */
const STEPS_MAX = { png: 20_000, jpeg: 200_000, gif: 50_000, webp: 20_000, avif: 20_000 };
/** Cameras and editors write a few dozen. */
const PARTS_MAX = 2_000;

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

function* walkPng(bytes: Uint8Array, view: DataView): ReturnType<Walker> {
  const picture = ["IHDR", "PLTE", "IDAT", "fdAT", "tRNS"];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const type = typeAt(bytes, at + 4);
    if (type === "IEND") return yield bytes.subarray(end);
    yield picture.includes(type) ? PICTURE : bytes.subarray(at + 8, end - 4);
    at = end;
  }
}

function* walkJpeg(bytes: Uint8Array, view: DataView): ReturnType<Walker> {
  let at = 2;
  while (at + 4 <= bytes.length) {
    // Compressed data follows a scan header; its markers are stuffed bytes or restart markers.
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 2 > bytes.length) break;
    const marker = bytes[at + 1] ?? 0;
    const isEnd = marker === 0xd9;
    if (isEnd) return yield bytes.subarray(at + 2);
    const isBare = marker === 0 || marker === 0xff || marker === 1 || (marker & 0xf8) === 0xd0;
    if (isBare) {
      yield PICTURE;
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + view.getUint16(at + 2);
    const isMetadata = marker === 0xfe || (marker & 0xf0) === 0xe0;
    yield isMetadata ? bytes.subarray(at + 4, end) : PICTURE;
    at = end;
  }
}

function* walkGif(bytes: Uint8Array, view: DataView): ReturnType<Walker> {
  if (bytes.length < 13) return;
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
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
      yield isTiming ? PICTURE : bytes.subarray(at + 2, end);
      at = end;
    } else if (block === 0x2c && at + 10 < bytes.length) {
      yield PICTURE;
      at = afterSubBlocks(at + 11 + tableBytes(view.getUint8(at + 9)));
    } else {
      // The trailer, or an unknown block.
      return yield bytes.subarray(at + 1);
    }
  }
}

function* walkWebp(bytes: Uint8Array, view: DataView): ReturnType<Walker> {
  const picture = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"];
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  let at = 12;
  while (at + 8 <= end) {
    const size = view.getUint32(at + 4, true);
    yield picture.includes(typeAt(bytes, at)) ? PICTURE : bytes.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  yield bytes.subarray(end);
}

function* walkAvif(bytes: Uint8Array, view: DataView): ReturnType<Walker> {
  const picture = ["ftyp", "meta", "mdat", "moov"];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at);
    const type = typeAt(bytes, at + 4);
    const isPicture = picture.includes(type);
    // 0: to the end of the file. 1: a 64-bit size, which no image of allowed size needs.
    if (isPicture && size === 0) return;
    if (size < 8) return yield bytes.subarray(at);
    yield isPicture ? PICTURE : bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(Math.min(at, bytes.length));
}
