/** How many color profiles a file has, or what is wrong with it. */
export type Found = { profiles: number } | string;

const PROPERTIES = new Set(["av1C", "ispe", "pixi", "colr", "auxC", "irot", "imir"]);
const ITEMS = new Set(["av01", "Exif", "mime"]);
/**
 * Code points of ITU-T H.273. Primaries: BT.709, unspecified, Display P3. Transfer: BT.709, unspecified,
 * BT.601, sRGB. Matrix: identity, BT.709, unspecified, BT.601.
 */
const PLAIN = { primaries: [1, 2, 12], transfer: [1, 2, 6, 13], matrix: [0, 1, 2, 5, 6] };
const UNUSUAL = "a structure that browsers may show differently";
const HDR = "colors that are not sRGB or Display P3";

type Box = { type: string; start: number; end: number };

/**
 * An AVIF that is one image, possibly with transparency, in ordinary colors: no crops, layers, grids
 * or gain maps.
 */
export function findAvifProblem(bytes: Uint8Array, view: DataView): Found {
  const meta = boxes(bytes, view, 0, bytes.length).filter(({ type }) => type === "meta");
  const [only] = meta;
  if (only === undefined || meta.length > 1) return UNUSUAL;
  const inside = boxes(bytes, view, only.start + 4, only.end);
  const boxOf = (type: string) => {
    const [found, ...more] = inside.filter((box) => box.type === type);
    return more.length === 0 ? found : undefined;
  };
  const [iprp, iinf, iloc] = [boxOf("iprp"), boxOf("iinf"), boxOf("iloc")];
  if (iprp === undefined || iinf === undefined || iloc === undefined) return UNUSUAL;
  const items = boxes(bytes, view, iinf.start + (bytes[iinf.start] === 0 ? 6 : 8), iinf.end);
  const pictures: number[] = [];
  for (const { start, type } of items) {
    // An entry of version 2: flags, id, protection, type.
    const itemType = textAt(bytes, start + 8, 4);
    if (type !== "infe" || bytes[start] !== 2 || !ITEMS.has(itemType)) return UNUSUAL;
    if (itemType === "av01") pictures.push(view.getUint16(start + 4));
  }
  const places = readPlaces(bytes, view, iloc);
  const hasPlainPixels = pictures.every((id) => {
    const place = places?.get(id);
    return place !== undefined && hasPlainSequence(bytes.subarray(place));
  });
  if (!hasPlainPixels) return HDR;
  return findInProperties(bytes, view, iprp);
}

function findInProperties(bytes: Uint8Array, view: DataView, iprp: Box): Found {
  const lists = boxes(bytes, view, iprp.start, iprp.end).filter(({ type }) => type === "ipco");
  const properties = lists.flatMap((list) => boxes(bytes, view, list.start, list.end));
  let [profiles, coded] = [0, 0];
  for (const { type, start } of properties) {
    if (!PROPERTIES.has(type)) return UNUSUAL;
    if (type !== "colr") continue;
    const kind = textAt(bytes, start, 4);
    if (kind === "prof" || kind === "rICC") {
      profiles += 1;
      continue;
    }
    coded += 1;
    const points = [4, 6, 8].map((at) => view.getUint16(start + at));
    if (kind !== "nclx" || coded > 1 || !isPlain(points)) return HDR;
  }
  return { profiles };
}

function isPlain([primaries = 2, transfer = 2, matrix = 2]: readonly number[]): boolean {
  return (
    PLAIN.primaries.includes(primaries) &&
    PLAIN.transfer.includes(transfer) &&
    PLAIN.matrix.includes(matrix)
  );
}

/** The boxes in a part of the file; malformed ones end the list, and the decoder rejects them. */
function boxes(bytes: Uint8Array, view: DataView, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at);
    const end = size === 0 ? to : at + size;
    if (end < at + 8 || end > to) break;
    found.push({ type: textAt(bytes, at + 4, 4), start: at + 8, end });
    at = end;
  }
  return found;
}

/** Offset of each item; null unless items are in one piece in the file. */
function readPlaces(bytes: Uint8Array, view: DataView, iloc: Box): Map<number, number> | null {
  const version = bytes[iloc.start] ?? 0;
  const sizes = view.getUint16(iloc.start + 4);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  );
  if (version > 1 || ![0, 4].includes(baseSize ?? 1) || (version === 1 && indexSize !== 0)) {
    return null;
  }
  if (offsetSize !== 4 || lengthSize !== 4) return null;
  const places = new Map<number, number>();
  let at = iloc.start + 8;
  for (let left = view.getUint16(iloc.start + 6); left > 0; left -= 1) {
    const id = view.getUint16(at);
    if (version === 1 && view.getUint16(at + 2) !== 0) return null;
    at += version === 1 ? 6 : 4;
    const base = baseSize === 4 ? view.getUint32(at) : 0;
    at += baseSize ?? 0;
    if (view.getUint16(at) !== 1 || places.has(id)) return null;
    places.set(id, base + view.getUint32(at + 2));
    at += 10;
  }
  return places;
}

/** Whether the pixels begin with the header of one still picture in ordinary colors (AV1, 5.5). */
function hasPlainSequence(data: Uint8Array): boolean {
  // A temporal delimiter may come first.
  const at = data[0] === 0x12 && data[1] === 0 ? 2 : 0;
  // A sequence header with a size below 128 and no extension.
  if (data[at] !== 0x0a || (data[at + 1] ?? 0x80) > 0x7f) return false;
  const take = bitReader(data.subarray(at + 2));
  const profile = take(3);
  const [isStill, isReduced] = [take(1), take(1)];
  if (!isStill || !isReduced) return false;
  take(5);
  const [widthBits, heightBits] = [take(4) + 1, take(4) + 1];
  take(widthBits);
  take(heightBits);
  // Block size, two intra tools, superres, cdef and restoration.
  take(6);
  const isDeep = take(1);
  if (profile === 2 && isDeep) take(1);
  if (profile !== 1) take(1);
  return take(1) === 0 || isPlain([take(8), take(8), take(8)]);
}

function bitReader(data: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (const end = at + count; at < end; at += 1) {
      value = value * 2 + (((data[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
}

export function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
