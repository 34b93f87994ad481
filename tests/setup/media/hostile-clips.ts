import { HTML, ZIP } from "./hostile-images";

/** An MP4 box: length, name and content. */
function box(name: string, ...content: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0));
  head.write(name, 4, "latin1");
  return Buffer.concat([head, ...content]);
}

const FTYP = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2avc1mp41", "latin1"));
const EBML = Buffer.from("1a45dfa3a34286810142f7810142f2810442f381084282847765626d", "hex");
const utf8 = (text: string) => Buffer.from(text);

/** Files that only look like videos or decompress to excessive sizes. @param clip a valid MP4 */
export function hostileClips(clip: Buffer): Record<string, Buffer> {
  const nested = Array.from({ length: 20_000 }).reduce<Buffer>(
    (inner) => (inner.length > 200_000 ? inner : box("moov", inner)),
    Buffer.alloc(0),
  );
  const huge = Buffer.alloc(16);
  huge.writeUInt32BE(1, 0);
  huge.write("moov", 4, "latin1");
  huge.writeBigUInt64BE(2n ** 63n - 1n, 8);
  const wide = Buffer.from(clip);
  const at = wide.indexOf("avc1", wide.indexOf("stsd"));
  // Width and height of the image, 24 bytes after its format name.
  wide.writeUInt32BE(0xffffffff, at + 28);
  return {
    "a text": utf8("just some words"),
    "a page": utf8(HTML),
    "a playlist of our files": utf8("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"),
    "a playlist behind a head of MP4": Buffer.concat([FTYP, utf8("#EXTM3U\n#EXTINF:1,\n/x\n")]),
    "a list of files for ffmpeg": utf8("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    "an archive": ZIP,
    "a head and nothing else": FTYP,
    "boxes in boxes": Buffer.concat([FTYP, nested]),
    "a box of 8 exabytes": Buffer.concat([FTYP, huge]),
    "an image of 65535 x 65535": wide,
    "a WebM head and nothing else": EBML,
    zeros: Buffer.alloc(100_000),
    "a video with a page behind": Buffer.concat([clip, utf8(HTML)]),
  };
}
