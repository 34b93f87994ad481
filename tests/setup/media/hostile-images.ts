import { crc32, deflateSync } from "node:zlib";

/** Files that only look like images or decompress to excessive sizes. */

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A PNG of one color: a few kilobytes at any decoded size. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of many frames that declares a large size and contains one pixel. */
export function gifBomb(screen: number, frames: number): Buffer {
  const header = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  header.writeUInt16LE(screen, 6);
  header.writeUInt16LE(screen, 8);
  const frame = Buffer.from(
    "\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0wwhh\0\x02\x02\x44\x01\0",
    "latin1",
  );
  frame.writeUInt16LE(screen, 13);
  frame.writeUInt16LE(screen, 15);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

const EMPTY_PARTS = {
  png: ["\x89PNG\r\n\x1a\n", "\0\0\0\0tEXt\0\0\0\0"],
  jpeg: ["\xff\xd8", "\xff\xfe\0\x02"],
  gif: ["GIF89a\x01\0\x01\0\0\0\0", "\x21\xfe\0"],
  webp: ["RIFF\xff\xff\xff\x7fWEBP", "XXXX\0\0\0\0"],
  avif: ["\0\0\0\x0cftypavif", "\0\0\0\x08free"],
} as const;

/** A file with hundreds of thousands of empty comments only. */
export function swarm(format: keyof typeof EMPTY_PARTS): Buffer {
  const [head, part] = EMPTY_PARTS[format];
  return Buffer.concat([
    Buffer.from(head, "latin1"),
    Buffer.alloc(5_000_000, Buffer.from(part, "latin1")),
  ]);
}

/** A text chunk before the pixel data of a PNG. */
export function pngWithText(png: Uint8Array, text: string): Buffer {
  const at = Buffer.from(png).lastIndexOf("IEND") - 4;
  const chunk = pngChunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1"));
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

/** A comment in a JPEG. */
export function jpegWithComment(jpeg: Uint8Array, text: string): Buffer {
  const data = Buffer.from(text, "latin1");
  const head = Buffer.from([0xff, 0xfe, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

export const HTML = "<!DOCTYPE html><html><body><script>alert(1)</script></body></html>";
export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
export const PHP = "<?php echo 1; ?>";
export const ZIP = Buffer.from("PK\x03\x04\x14\0\0\0\0\0hello", "latin1");

type Picture = (name: string) => Buffer;
const behind = (file: Buffer, what: string | Buffer) => Buffer.concat([file, Buffer.from(what)]);

/** Files that are rejected with 400, by their defect. @param picture a valid image of a type */
export const HOSTILE_IMAGES: [string, (picture: Picture) => Buffer][] = [
  ["SVG", () => Buffer.from(SVG)],
  ["HTML", () => Buffer.from(HTML)],
  ["HTML that begins as a GIF", () => Buffer.from(`GIF89a${HTML}`)],
  ["a PNG with a page inside", (picture) => pngWithText(picture("png"), HTML)],
  ["a JPEG with PHP inside", (picture) => jpegWithComment(picture("jpeg"), PHP)],
  ["a GIF with an archive behind", (picture) => behind(picture("gif"), ZIP)],
  ["a WebP with SVG behind", (picture) => behind(picture("webp"), SVG)],
  ["a bomb of 900 megapixels", () => pngBomb(30_000, 30_000)],
  ["a bomb of 256 megapixels", () => pngBomb(16_000, 16_000)],
  ["a GIF of 20,000 frames", () => gifBomb(10, 20_000)],
  ["a GIF of 100 large frames", () => gifBomb(4_000, 100)],
  ["a PNG of empty comments", () => swarm("png")],
  ["a JPEG of empty comments", () => swarm("jpeg")],
  ["a GIF of empty comments", () => swarm("gif")],
];
