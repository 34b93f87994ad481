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
export type ImageFingerprint = Uint8Array;

/** @param frame RGB pixels of a square image */
export function fingerprintOf(frame: Uint8Array): ImageFingerprint {
  const edge = Math.round(Math.sqrt(frame.length / 3));
  const startOf = (cell: number) => Math.ceil((cell * edge) / GRID);
  return Uint8Array.from({ length: VALUES }, (_, at) => {
    const [cell, channel] = [Math.floor(at / 3), at % 3];
    const [row, column] = [Math.floor(cell / GRID), cell % GRID];
    const [left, right] = [startOf(column), startOf(column + 1)];
    const [top, bottom] = [startOf(row), startOf(row + 1)];
    let sum = 0;
    for (let y = top; y < bottom; y += 1) {
      const end = (y * edge + right) * 3;
      for (let from = (y * edge + left) * 3 + channel; from < end; from += 3) {
        sum += frame[from] ?? 0;
      }
    }
    return Math.round(sum / Math.max(1, (right - left) * (bottom - top)));
  });
}

/** A fingerprint with what each comparison needs: an animation is compared with every removed image. */
export type MeasuredFingerprint = {
  print: ImageFingerprint;
  /** The mean of each channel: a color alone is not contrast. */
  means: readonly number[];
  deviation: number;
};

/** Measures fingerprints of images; data of another size is left out. */
export function measureFingerprints(prints: readonly ImageFingerprint[]): MeasuredFingerprint[] {
  return prints.flatMap((print) => {
    if (print.length !== VALUES) return [];
    const means = meansOf(print);
    return [{ print, means, deviation: deviationOf(print, means) }];
  });
}

/** Whether an image has enough contrast to be recognized; otherwise only its bytes are compared. */
export function isRecognizable(print: ImageFingerprint): boolean {
  return print.length === VALUES && deviationOf(print, meansOf(print)) >= FLAT_DEVIATION;
}

/**
 * Whether two fingerprints are of one image: the same layout of light and color, at about the same
 * brightness.
 */
export function isSameImage(first: MeasuredFingerprint, second: MeasuredFingerprint): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = (first.means[channel] ?? 0) - (second.means[channel] ?? 0);
    if (Math.abs(difference) > SAME_MEAN) return false;
  }
  if (Math.min(first.deviation, second.deviation) < FLAT_DEVIATION) return false;
  let sum = 0;
  for (let at = 0; at < VALUES; at += 1) sum += (first.print[at] ?? 0) * (second.print[at] ?? 0);
  const means = first.means.reduce((all, mean, at) => all + mean * (second.means[at] ?? 0), 0);
  const covariance = sum / VALUES - means / 3;
  return covariance / (first.deviation * second.deviation) >= SAME_CORRELATION;
}

function meansOf(print: ImageFingerprint): number[] {
  const sums = [0, 0, 0];
  for (const [at, value] of print.entries()) sums[at % 3] = (sums[at % 3] ?? 0) + value;
  return sums.map((sum) => (sum * 3) / VALUES);
}

function deviationOf(print: ImageFingerprint, means: readonly number[]): number {
  let sum = 0;
  for (const [at, value] of print.entries()) sum += (value - (means[at % 3] ?? 0)) ** 2;
  return Math.sqrt(sum / VALUES);
}

/** Fingerprints in one array, for the database. */
export function joinFingerprints(prints: readonly ImageFingerprint[]): Uint8Array {
  const joined = new Uint8Array(prints.length * VALUES);
  for (const [index, print] of prints.entries()) joined.set(print, index * VALUES);
  return joined;
}

/** The fingerprints of `joinFingerprints`. */
export function splitFingerprints(joined: Uint8Array): ImageFingerprint[] {
  const count = Math.floor(joined.length / VALUES);
  return Array.from({ length: count }, (_, at) => joined.subarray(at * VALUES, (at + 1) * VALUES));
}
