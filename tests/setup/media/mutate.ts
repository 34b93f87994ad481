import { createRandom, type Random } from "@/sandbox/demo/random";

/** Values of lengths, offsets and counts that break parsers. */
const EXTREMES = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];
/** The range with most of a file's structure. */
const HEAD_BYTES = 512;

type Mutator = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const MUTATORS: Mutator[] = [
  function truncate(bytes, random) {
    return bytes.subarray(0, placeIn(bytes, random));
  },
  function flipBits(bytes, random) {
    const count = Math.ceil(random.between(0, 24));
    for (let flip = 0; flip < count; flip += 1) {
      const at = placeIn(bytes, random);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random.between(0, 8)));
    }
    return bytes;
  },
  function overwriteField(bytes, random) {
    if (bytes.length < 4) return bytes;
    const at = Math.min(placeIn(bytes, random), bytes.length - 4);
    if (random.chance(0.5)) bytes.writeUInt32BE(random.pick(EXTREMES), at);
    else bytes.writeUInt32LE(random.pick(EXTREMES), at);
    return bytes;
  },
  function overwriteRun(bytes, random) {
    const at = placeIn(bytes, random);
    const end = Math.min(bytes.length, at + Math.ceil(random.between(0, 64)));
    for (let index = at; index < end; index += 1) bytes[index] = random.between(0, 256);
    return bytes;
  },
  function remove(bytes, random) {
    const at = placeIn(bytes, random);
    const rest = bytes.subarray(at + Math.ceil(random.between(0, 200)));
    return Buffer.concat([bytes.subarray(0, at), rest]);
  },
  function repeat(bytes, random) {
    const at = placeIn(bytes, random);
    const end = at + Math.ceil(random.between(0, 2_000));
    const part = bytes.subarray(at, end);
    return Buffer.concat([bytes.subarray(0, end), part, part, bytes.subarray(end)]);
  },
  function splice(bytes, random, others) {
    const other = random.pick(others);
    const tail = other.subarray(placeIn(other, random));
    return Buffer.concat([bytes.subarray(0, placeIn(bytes, random)), tail]);
  },
];

function placeIn(bytes: Buffer, random: Random): number {
  const end = random.chance(0.6) ? Math.min(HEAD_BYTES, bytes.length) : bytes.length;
  return Math.floor(random.between(0, Math.max(1, end)));
}

/** `count` corrupted variants of valid files with one to three mutations each; the same for the same seed. */
export function* mutants(files: readonly Buffer[], count: number, seed: string): Generator<Buffer> {
  for (let number = 0; number < count; number += 1) {
    const random = createRandom(`${seed}/${number}`);
    let bytes = Buffer.from(random.pick(files));
    const hurts = Math.ceil(random.between(0, 3));
    for (let hurt = 0; hurt < hurts; hurt += 1) {
      bytes = Buffer.from(random.pick(MUTATORS)(bytes, random, files));
    }
    yield bytes;
  }
}
