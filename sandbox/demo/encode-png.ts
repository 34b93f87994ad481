import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/**
 * A PNG file of a square picture.
 * @param rgb three bytes a pixel, row by row
 */
export function encodePng(rgb: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, colour type 2: red, green, blue.
  header.set([8, 2, 0, 0, 0], 8);
  const stride = size * 3;
  const rows = Buffer.alloc((stride + 1) * size);
  for (let y = 0; y < size; y += 1) {
    // Row filter 1: the difference to the pixel on the left, which packs gradients well.
    const out = y * (stride + 1);
    rows[out] = 1;
    for (let x = 0; x < stride; x += 1) {
      const left = x < 3 ? 0 : (rgb[y * stride + x - 3] ?? 0);
      rows[out + 1 + x] = ((rgb[y * stride + x] ?? 0) - left) & 0xff;
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
