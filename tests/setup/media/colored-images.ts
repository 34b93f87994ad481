import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { draw } from "./images";

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
};

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}

/** A PNG with more chunks after its header, which has 33 bytes. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A JPEG with more segments at its start. */
export function withSegments(jpeg: Buffer, ...segments: [marker: number, data: Buffer][]): Buffer {
  const added = segments.map(([marker, data]) => {
    const length = data.length + 2;
    return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2)]);
}

/** An ICC profile of three primaries and one curve, as cameras and editors write it. */
export function createProfile(options: {
  colorants: readonly number[];
  /** Parameters of a parametric curve of this type, or the entries of a table. */
  curve: { type: number; values: readonly number[] } | readonly number[];
}): Buffer {
  const fixed = (values: readonly number[]) =>
    u32(...values.map((one) => Math.round(one * 65_536)));
  const xyz = (at: number) =>
    Buffer.concat([Buffer.from("XYZ \0\0\0\0"), fixed(options.colorants.slice(at, at + 3))]);
  const { curve } = options;
  const trc =
    "type" in curve
      ? Buffer.concat([
          Buffer.from(`para\0\0\0\0\0${String.fromCharCode(curve.type)}\0\0`),
          fixed(curve.values),
        ])
      : Buffer.concat([
          Buffer.from("curv\0\0\0\0"),
          u32(curve.length),
          ...curve.map((value) => Buffer.from([value >> 8, value & 255])),
          Buffer.alloc((4 - ((2 * curve.length) % 4)) % 4),
        ]);
  const text = Buffer.concat([Buffer.from("text\0\0\0\0Test\0\0\0\0")]);
  const white = Buffer.concat([Buffer.from("XYZ \0\0\0\0"), fixed([0.9642, 1, 0.8249])]);
  const tags: [string, Buffer][] = [
    ["cprt", text],
    [
      "desc",
      Buffer.concat([Buffer.from("desc\0\0\0\0"), u32(5), Buffer.from("Test\0"), Buffer.alloc(79)]),
    ],
    ["wtpt", white],
    ["rXYZ", xyz(0)],
    ["gXYZ", xyz(3)],
    ["bXYZ", xyz(6)],
    ["rTRC", trc],
    ["gTRC", trc],
    ["bTRC", trc],
  ];
  let at = 132 + 12 * tags.length;
  const table = tags.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name), u32(at, data.length)]);
    at += data.length;
    return entry;
  });
  const head = Buffer.alloc(128);
  u32(at).copy(head, 0);
  u32(0x02_40_00_00).copy(head, 8);
  head.write("mntrRGB XYZ ", 12, "latin1");
  head.write("acsp", 36, "latin1");
  fixed([0.9642, 1, 0.8249]).copy(head, 68);
  return Buffer.concat([head, u32(tags.length), ...table, ...tags.map(([, data]) => data)]);
}

const SRGB = [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141];
const P3 = [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841];
const ADOBE = [0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446];
const SRGB_CURVE = { type: 3, values: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] };
/** The curve of HP's sRGB profile, the one that most editors write. */
const SRGB_TABLE = Array.from({ length: 1024 }, (_, at) => {
  const x = at / 1023;
  return Math.round(65_535 * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
});
const PROFILES = {
  sRGB: createProfile({ colorants: SRGB, curve: SRGB_TABLE }),
  "Display P3": createProfile({ colorants: P3, curve: SRGB_CURVE }),
  "Adobe RGB": createProfile({ colorants: ADOBE, curve: [0x02_33] }),
  inverted: createProfile({ colorants: SRGB, curve: SRGB_TABLE.toReversed() }),
  dark: createProfile({ colorants: SRGB, curve: [0x08_00] }),
  swapped: createProfile({
    colorants: [...SRGB.slice(3, 6), ...SRGB.slice(0, 3), ...SRGB.slice(6)],
    curve: SRGB_TABLE,
  }),
};

const iccp = (profile: Buffer) =>
  pngChunk("iCCP", Buffer.concat([Buffer.from("ICC\0\0"), deflateSync(profile)]));
const icc = (profile: Buffer, part = 1, parts = 1): [number, Buffer] => [
  0xe2,
  Buffer.concat([Buffer.from(`ICC_PROFILE\0${String.fromCharCode(part, parts)}`), profile]),
];
const gamma = (value: number) => pngChunk("gAMA", u32(value));
const CHROMATICITIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000];
const SRGB_CHUNK = pngChunk("sRGB", Buffer.from([0]));
const cicp = (...points: number[]) => pngChunk("cICP", Buffer.from(points));
const adobe = (transform: number): [number, Buffer] => [
  0xee,
  Buffer.concat([Buffer.from("Adobe\0d\0\0\0\0"), Buffer.from([transform])]),
];

/** A WebP file with an ICC profile, in the extended layout. */
async function webpWith(profile: "p3" | "srgb"): Promise<Buffer> {
  return draw(64, 48).webp({ lossless: true }).withIccProfile(profile).toBuffer();
}

/** Images as phones, editors and encoders write them. */
export async function ordinaryImages(): Promise<Record<string, Buffer>> {
  const png = await draw(64, 48).png().toBuffer();
  const jpeg = await draw(64, 48).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  const exif = { IFD0: { Make: "Phone" }, IFD2: { ColorSpace: "1" } };
  return {
    png,
    "png of an editor": withChunks(
      png,
      SRGB_CHUNK,
      gamma(45_455),
      pngChunk("pHYs", Buffer.concat([u32(3780, 3780), Buffer.from([1])])),
    ),
    "png with gamma and primaries": withChunks(
      png,
      gamma(45_454),
      pngChunk("cHRM", u32(...CHROMATICITIES)),
    ),
    "png with gamma": withChunks(png, gamma(45_455)),
    "png with sRGB": withChunks(png, iccp(PROFILES.sRGB)),
    "png with Display P3": withChunks(png, iccp(PROFILES["Display P3"])),
    "png with CICP sRGB": withChunks(png, cicp(1, 13, 0, 1)),
    "png with text": withChunks(
      png,
      pngChunk("tEXt", Buffer.from("Software\0Editor")),
      pngChunk("caBX", Buffer.alloc(9)),
    ),
    "transparent png": await draw(64, 48, 4).png().toBuffer(),
    "grey png": await draw(64, 48).greyscale().png().toBuffer(),
    "png with a palette": await draw(64, 48).png({ palette: true }).toBuffer(),
    jpeg,
    "jpeg of a phone": await draw(64, 48)
      .jpeg({ quality: 95 })
      .withExif(exif)
      .withIccProfile("p3")
      .toBuffer(),
    "jpeg with sRGB": withSegments(jpeg, icc(PROFILES.sRGB)),
    "jpeg with Display P3": withSegments(jpeg, icc(PROFILES["Display P3"])),
    "jpeg with Adobe RGB": withSegments(jpeg, icc(PROFILES["Adobe RGB"])),
    "jpeg of Photoshop": withSegments(jpeg, adobe(1), icc(PROFILES.sRGB)),
    "grey jpeg": await draw(64, 48).greyscale().jpeg().toBuffer(),
    "progressive jpeg": await draw(64, 48).jpeg({ progressive: true, quality: 95 }).toBuffer(),
    webp: await draw(64, 48).webp({ lossless: true }).toBuffer(),
    "webp with Display P3": await webpWith("p3"),
    "webp with sRGB": await webpWith("srgb"),
    gif: await draw(64, 48).gif().toBuffer(),
    avif: await draw(64, 48)
      .avif({ effort: 0, quality: 90, chromaSubsampling: "4:4:4" })
      .toBuffer(),
    "avif with described colors": withNclx(
      await draw(64, 48).avif({ effort: 0, quality: 90, chromaSubsampling: "4:4:4" }).toBuffer(),
      1,
      13,
      6,
    ),
    "transparent avif": await draw(64, 48, 4).avif({ effort: 0, quality: 90 }).toBuffer(),
    "avif with Display P3": await draw(64, 48)
      .avif({ effort: 0, quality: 90, chromaSubsampling: "4:4:4" })
      .withIccProfile("p3")
      .toBuffer(),
  };
}

/** Images that a browser may show in other colors than the decoder. */
export async function disguisedImages(): Promise<Record<string, Buffer>> {
  const png = await draw(64, 48).png().toBuffer();
  const jpeg = await draw(64, 48).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
  const avif = await draw(64, 48).avif({ effort: 0 }).toBuffer();
  return {
    "png with a gamma": withChunks(png, gamma(1_000_000)),
    "png with a small gamma": withChunks(png, gamma(10_000)),
    "png with other primaries": withChunks(
      png,
      gamma(45_455),
      pngChunk("cHRM", u32(31_270, 32_900, 30_000, 60_000, 64_000, 33_000, 15_000, 6_000)),
    ),
    "png in HDR": withChunks(png, cicp(9, 16, 0, 1)),
    "png with linear light": withChunks(png, cicp(1, 8, 0, 1)),
    "png with HDR metadata": withChunks(
      png,
      pngChunk("mDCV", Buffer.alloc(24)),
      pngChunk("cLLI", Buffer.alloc(8)),
    ),
    "png with two gammas": withChunks(png, gamma(45_455), gamma(10_000)),
    "png with a late gamma": Buffer.concat([
      png.subarray(0, -12),
      gamma(10_000),
      png.subarray(-12),
    ]),
    "png with an inverted profile": withChunks(png, iccp(PROFILES.inverted)),
    "png with a dark profile": withChunks(png, iccp(PROFILES.dark)),
    "png with swapped primaries": withChunks(png, iccp(PROFILES.swapped)),
    "png with two profiles": withChunks(png, iccp(PROFILES.sRGB), iccp(PROFILES.inverted)),
    "png with a damaged profile": withChunks(png, iccp(PROFILES.inverted.subarray(0, 200))),
    "jpeg with an inverted profile": withSegments(jpeg, icc(PROFILES.inverted)),
    "jpeg with two profiles": withSegments(jpeg, icc(PROFILES.sRGB), icc(PROFILES.inverted)),
    "jpeg with a profile in parts": withSegments(
      jpeg,
      icc(PROFILES.sRGB.subarray(0, 900), 1, 2),
      icc(PROFILES.sRGB.subarray(900), 2, 2),
    ),
    "jpeg that claims RGB": withSegments(jpeg, adobe(0)),
    "cmyk jpeg": await draw(64, 48).toColourspace("cmyk").jpeg().toBuffer(),
    "jpeg with a gain map": withSegments(jpeg, [0xe2, Buffer.from("MPF\0MM\0*\0\0\0\b")]),
    "jpeg with an ISO gain map": withSegments(jpeg, [
      0xe2,
      Buffer.from("urn:iso:std:iso:ts:21496:-1\0"),
    ]),
    "jpeg with a gain map in XMP": withSegments(jpeg, [
      0xe1,
      Buffer.from('http://ns.adobe.com/xap/1.0/\0<rdf:Description hdrgm:Version="1.0"/>'),
    ]),
    "avif with an unknown property": Buffer.from(
      avif.toString("latin1").replace("pixi", "wxyz"),
      "latin1",
    ),
    "avif in HDR": withNclx(avif, 9, 16, 9),
    "avif with linear light": withNclx(avif, 1, 8, 6),
  };
}

/**
 * An AVIF of one item, with its colors described in the file.
 * @param points primaries, transfer and matrix of ITU-T H.273
 */
function withNclx(avif: Buffer, ...points: readonly [number, number, number]): Buffer {
  const data = Buffer.concat([
    Buffer.from("colrnclx"),
    Buffer.from(points.flatMap((point) => [0, point])),
    Buffer.from([0x80]),
  ]);
  const box = Buffer.concat([u32(data.length + 4), data]);
  const changed = Buffer.from(avif);
  const at = (type: string) => changed.indexOf(type, 0, "latin1") - 4;
  const grow = (place: number, by: number) =>
    changed.writeUInt32BE(changed.readUInt32BE(place) + by, place);
  const [ipco, ipma] = [at("ipco"), at("ipma")];
  const ipcoEnd = ipco + changed.readUInt32BE(ipco);
  const ipmaEnd = ipma + changed.readUInt32BE(ipma);
  const properties = changed.subarray(ipco + 8, ipcoEnd);
  let count = 0;
  for (let from = 0; from < properties.length; from += properties.readUInt32BE(from)) count += 1;
  // One item: version, number of entries, id, number of properties.
  const associations = ipma + 8 + 4 + 4 + 2;
  changed[associations] = (changed[associations] ?? 0) + 1;
  grow(ipco, box.length);
  grow(ipma, 1);
  grow(at("iprp"), box.length + 1);
  grow(at("meta"), box.length + 1);
  // The offset of the item: after version, sizes, number of items, id and source.
  grow(at("iloc") + 8 + 4 + 2 + 2 + 2 + 2, box.length + 1);
  return Buffer.concat([
    changed.subarray(0, ipcoEnd),
    box,
    changed.subarray(ipcoEnd, ipmaEnd),
    Buffer.from([count + 1]),
    changed.subarray(ipmaEnd),
  ]);
}

/** The pixels that the decoder sees, as RGB. */
export async function decodedPixels(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
}
