/** Averaged cells of an image in each direction. */
const GRID = 16;
const VALUES = GRID * GRID * 3;
/** Copies that were encoded again, scaled or slightly recolored correlate above this. */
const SAME_CORRELATION = 0.97;
/** Largest difference of the mean brightness of a channel. */
const SAME_MEAN = 24;
/** Images that deviate less are flat. They have no fingerprint: any two of them would count as equal. */
const FLAT_DEVIATION = 6;

/** The averages of 16 x 16 cells in RGB. */
export type PictureFingerprint = Uint8Array;

/** @param frame RGB pixels of a square image */
export function fingerprintOf(frame: Uint8Array): PictureFingerprint {
  const edge = Math.round(Math.sqrt(frame.length / 3));
  const sums = new Float64Array(VALUES);
  const counts = new Float64Array(GRID * GRID);
  for (let y = 0; y < edge; y += 1) {
    const row = Math.floor((y * GRID) / edge) * GRID;
    for (let x = 0; x < edge; x += 1) {
      const cell = row + Math.floor((x * GRID) / edge);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = cell * 3 + channel;
        sums[at] = (sums[at] ?? 0) + (frame[(y * edge + x) * 3 + channel] ?? 0);
      }
    }
  }
  return Uint8Array.from(sums, (sum, at) =>
    Math.round(sum / Math.max(1, counts[Math.floor(at / 3)] ?? 1)),
  );
}

/** Whether an image has enough contrast to be recognized; otherwise only its bytes are compared. */
export function isRecognizable(print: PictureFingerprint): boolean {
  return print.length === VALUES && deviationOf(print, meansOf(print)) >= FLAT_DEVIATION;
}

/**
 * Whether two fingerprints are of one picture: the same layout of light and color, at about the same
 * brightness.
 */
export function isSamePicture(first: PictureFingerprint, second: PictureFingerprint): boolean {
  if (first.length !== VALUES || second.length !== VALUES) return false;
  const [mean, other] = [meansOf(first), meansOf(second)];
  if (mean.some((value, channel) => Math.abs(value - (other[channel] ?? 0)) > SAME_MEAN))
    return false;
  const deviations = [deviationOf(first, mean), deviationOf(second, other)] as const;
  if (Math.min(...deviations) < FLAT_DEVIATION) return false;
  let sum = 0;
  for (let at = 0; at < VALUES; at += 1) {
    sum += ((first[at] ?? 0) - (mean[at % 3] ?? 0)) * ((second[at] ?? 0) - (other[at % 3] ?? 0));
  }
  return sum / VALUES / (deviations[0] * deviations[1]) >= SAME_CORRELATION;
}

/** The mean of each channel: a color alone is not contrast. */
function meansOf(print: PictureFingerprint): number[] {
  const sums = [0, 0, 0];
  for (const [at, value] of print.entries()) sums[at % 3] = (sums[at % 3] ?? 0) + value;
  return sums.map((sum) => (sum * 3) / VALUES);
}

function deviationOf(print: PictureFingerprint, means: readonly number[]): number {
  let sum = 0;
  for (const [at, value] of print.entries()) sum += (value - (means[at % 3] ?? 0)) ** 2;
  return Math.sqrt(sum / VALUES);
}

/** Fingerprints in one array, for the database. */
export function joinFingerprints(prints: readonly PictureFingerprint[]): Uint8Array {
  const joined = new Uint8Array(prints.length * VALUES);
  for (const [index, print] of prints.entries()) joined.set(print, index * VALUES);
  return joined;
}

/** The fingerprints of `joinFingerprints`. */
export function splitFingerprints(joined: Uint8Array): PictureFingerprint[] {
  const count = Math.floor(joined.length / VALUES);
  return Array.from({ length: count }, (_, at) => joined.subarray(at * VALUES, (at + 1) * VALUES));
}
