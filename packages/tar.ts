/** A file of a tar archive. */
export type TarEntry = { path: string; content: Uint8Array; isProgram?: boolean };

const BLOCK = 512;
/** 26 October 1985, as npm itself writes: the same content is the same archive on every machine. */
const MODIFIED_SECONDS = 499_162_500;

/**
 * A tar archive of small files with ASCII paths of at most 100 characters, which `/` separates. Format:
 * POSIX ustar.
 * @throws when a path does not fit the format, such as one of Windows
 */
export function tar(entries: readonly TarEntry[]): Uint8Array {
  const parts = entries.flatMap(({ path, content, isProgram = false }) => [
    header(path, content.length, isProgram ? 0o755 : 0o644),
    content,
    new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]);
}

function header(path: string, sizeBytes: number, mode: number): Uint8Array {
  if (!/^[\x21-\x5b\x5d-\x7e]{1,100}$/.test(path))
    throw new Error(`${path} does not fit a tar archive`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length, "0")}\0`;
  block.write(path, 0);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(sizeBytes, 11), 124);
  block.write(octal(MODIFIED_SECONDS, 11), 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
