/** Generated image for a token without one; deterministic per address. */
export type TokenArt = {
  skyTop: string;
  skyBottom: string;
  sun: { x: number; y: number; radius: number; color: string };
  waves: readonly { path: string; color: string }[];
};

const SIZE = 100;

/** @param address any text; its hash chooses hues, the sun's place and the waves (0..100 units) */
export function tokenArt(address: string): TokenArt {
  const next = randomFrom(address.toLowerCase());
  const hue = Math.floor(next() * 360);
  const sunHue = (hue + 130 + next() * 100) % 360;
  const waves = [0, 1, 2].map((layer) => ({
    path: wavePath(58 + layer * 13 + next() * 5, 3 + next() * 4, next() * SIZE),
    color: `oklch(${0.56 - layer * 0.13} ${0.12 - layer * 0.015} ${(hue + layer * 9) % 360})`,
  }));
  return {
    skyTop: `oklch(0.5 0.14 ${(hue + 330) % 360})`,
    skyBottom: `oklch(0.83 0.1 ${(hue + 40) % 360})`,
    sun: {
      x: 18 + next() * 64,
      y: 24 + next() * 30,
      radius: 9 + next() * 9,
      color: `oklch(0.9 0.11 ${sunHue})`,
    },
    waves,
  };
}

/** A wave across the image, closed at the bottom; each half mirrors the previous one. */
function wavePath(level: number, height: number, shift: number): string {
  const [x, y] = [round(-shift), round(level)];
  return `M${x} ${y}q25 ${round(-2 * height)} 50 0${"t50 0".repeat(4)}V${SIZE}H${x}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** FNV-1a as seed of mulberry32: small and identical in all browsers. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
