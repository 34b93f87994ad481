import sharp from "sharp";
import type { Random } from "./random";

/** Red, green and blue from 0 to 1. */
type Color = readonly [number, number, number];
/** How much the figure covers a point; coordinates range from -1 to 1. */
type Figure = (x: number, y: number) => number;

const MOTIFS = ["rings", "waves", "rays", "moon", "peaks", "petals", "tiles", "orbit"] as const;
export type Motif = (typeof MOTIFS)[number];

const SIZE = 512;

function fromHue(hue: number, saturation: number, lightness: number): Color {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function mix(from: Color, to: Color, share: number): Color {
  const at = Math.min(Math.max(share, 0), 1);
  return [
    from[0] + (to[0] - from[0]) * at,
    from[1] + (to[1] - from[1]) * at,
    from[2] + (to[2] - from[2]) * at,
  ];
}

/** 1 inside, 0 outside, with an antialiased edge of about two pixels. */
function edge(distance: number): number {
  return Math.min(Math.max(0.5 - (distance * SIZE) / 4, 0), 1);
}

function figure(motif: Motif, random: Random): Figure {
  const turn = random.between(0, Math.PI * 2);
  const count = Math.floor(random.between(3, 8));
  const size = random.between(0.4, 0.6);
  const radius = (x: number, y: number) => Math.hypot(x, y);
  const angle = (x: number, y: number) => Math.atan2(y, x) + turn;
  switch (motif) {
    case "rings":
      return (x, y) => {
        const r = radius(x, y);
        const band = Math.abs(((r * count * 1.4) % 1) - 0.5) - 0.24;
        return Math.min(edge(band / count), edge(r - 0.8));
      };
    case "waves":
      return (x, y) => {
        const height = Math.sin(x * 4 + turn) * 0.14 + y;
        return edge(Math.abs(((height * count * 0.5 + 8) % 1) - 0.5) / count - 0.25 / count);
      };
    case "rays":
      return (x, y) => {
        const r = radius(x, y);
        const ray = edge(-Math.cos(angle(x, y) * count * 2) * r * 0.2);
        return r < size * 0.62 ? edge(r - size * 0.6) : Math.min(ray, edge(size * 0.72 - r));
      };
    case "moon":
      return (x, y) => {
        const shift = size * 0.55;
        const outer = radius(x, y) - size * 1.25;
        const inner = radius(x - Math.cos(turn) * shift, y - Math.sin(turn) * shift) - size * 1.05;
        return Math.min(edge(outer), 1 - edge(inner));
      };
    case "peaks":
      return (x, y) => {
        const first = 0.75 - Math.abs(x + 0.35) * 1.5;
        const second = 0.45 - Math.abs(x - 0.4) * 1.2;
        return Math.max(edge(0.45 - y - first * size * 1.6), edge(0.5 - y - second * size * 1.6));
      };
    case "petals":
      return (x, y) => {
        const r = radius(x, y);
        const leaf = size * (0.75 + 0.55 * Math.cos(angle(x, y) * count));
        return r < 0.16 ? 1 - edge(r - 0.14) : edge(r - leaf);
      };
    case "tiles":
      return (x, y) => {
        const rotated = [x * 0.8 + y * 0.6, y * 0.8 - x * 0.6] as const;
        const [u, v] = rotated.map((value) => Math.abs(((value * count * 0.5 + 16) % 1) - 0.5));
        return edge((Math.max(u ?? 0, v ?? 0) - 0.34) / count);
      };
    case "orbit":
      return (x, y) => {
        const dot = radius(x - Math.cos(turn) * 0.62, y - Math.sin(turn) * 0.62) - 0.13;
        const line = Math.abs(radius(x, y) - 0.62) - 0.03;
        return Math.max(edge(radius(x, y) - size * 0.6), edge(dot), edge(line));
      };
  }
}

/** A square PNG with a motif on a gradient; deterministic for the same `random`. */
export async function drawImage(motif: Motif, random: Random): Promise<Buffer> {
  const hue = random.between(0, 360);
  const top = fromHue(hue, 0.75, random.between(0.42, 0.6));
  const bottom = fromHue((hue + random.between(30, 110)) % 360, 0.8, random.between(0.2, 0.38));
  const front = fromHue((hue + random.between(140, 220)) % 360, 0.85, random.between(0.72, 0.9));
  const slope = random.between(-0.7, 0.7);
  const covers = figure(motif, random);
  const rgb = new Uint8Array(SIZE * SIZE * 3);
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      const x = (column / SIZE) * 2 - 1;
      const y = (row / SIZE) * 2 - 1;
      const back = mix(top, bottom, (y + x * slope + 1) / 2);
      const shaded = mix(front, bottom, (y + 1) / 6);
      const color = mix(back, shaded, covers(x, y));
      rgb.set(
        color.map((value) => Math.round(value * 255)),
        (row * SIZE + column) * 3,
      );
    }
  }
  return sharp(rgb, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
}
