import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { BRAND_SECTIONS, type Brand, DEFAULT_BRAND } from "@/lib/shared/brand";
import { brandColors } from "@/lib/shared/brand-colors";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

/** Files of a brand: what they replace, and their type. */
const FILES = {
  "logo.svg": { path: "/brand/logo.svg", type: "image/svg+xml" },
  "icon.svg": { path: "/icon.svg", type: "image/svg+xml" },
  "icon-192.png": { path: "/icon-192.png", type: "image/png" },
  "icon-512.png": { path: "/icon-512.png", type: "image/png" },
  "icon-maskable.png": { path: "/icon-maskable.png", type: "image/png" },
  "apple-icon.png": { path: "/apple-icon.png", type: "image/png" },
  "favicon.ico": { path: "/favicon.ico", type: "image/x-icon" },
} as const;
const FILE_NAMES = [
  "logo.svg",
  "icon.svg",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.png",
  "apple-icon.png",
  "favicon.ico",
] as const satisfies readonly (keyof typeof FILES)[];
const BYTES_MAX = 1_000_000;

/** One line of text; some programs that show it break or cut longer ones. */
const line = (length: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(length)
    .regex(/^[^\p{Cc}\p{Cf}<>]*$/u, "must be one line of plain text");
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "must be #rrggbb")
  .toLowerCase();

const brandFile = z.strictObject({
  name: line(30),
  tagline: line(60).default("Launch a token in seconds"),
  description: line(160).default("Launch a token without a wallet and without gas, and trade it."),
  accent: z.strictObject({ light: color, dark: color }).optional(),
  links: z
    .array(
      z.strictObject({
        title: line(30),
        href: z.string().regex(/^(https:\/\/|mailto:)\S+$/, "must start with https:// or mailto:"),
      }),
    )
    .max(8)
    .default([]),
  defaultChain: z.enum(CHAIN_SLUGS).optional(),
  hidden: z.array(z.enum(BRAND_SECTIONS)).default([]),
});

/** A file of the brand that the server sends instead of its own. */
export type BrandAsset = { path: `/${string}`; type: string; bytes: Buffer };
export type BrandFiles = { brand: Brand; assets: readonly BrandAsset[] };

/**
 * Reads the operator's brand: `brand.json`, and a logo and icons next to it.
 * @param folder null when none is configured
 * @throws Error when `brand.json` is missing or wrong, or when a file is too large
 */
export function readBrand(folder: string | null): BrandFiles {
  if (folder === null) return { brand: DEFAULT_BRAND, assets: [] };
  const { accent, defaultChain = null, ...texts } = parse(read(folder, "brand.json"));
  const assets = FILE_NAMES.flatMap((name) =>
    existsSync(pathOf(folder, name)) ? [{ ...FILES[name], bytes: read(folder, name) }] : [],
  );
  const logo = assets.find((asset) => asset.path === FILES["logo.svg"].path)?.path ?? null;
  const colors = accent === undefined ? null : brandColors(accent);
  return { brand: { ...texts, logo, colors, defaultChain, isOwn: true }, assets };
}

function parse(bytes: Buffer) {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new Error("BRAND_FOLDER: brand.json is not valid JSON", { cause });
  }
  const parsed = brandFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`BRAND_FOLDER: brand.json\n${z.prettifyError(parsed.error)}`);
}

function read(folder: string, name: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(pathOf(folder, name));
  } catch (cause) {
    throw new Error(`BRAND_FOLDER: ${name} cannot be read in ${folder}`, { cause });
  }
  if (bytes.length > BYTES_MAX) throw new Error(`BRAND_FOLDER: ${name} is larger than 1 MB`);
  return bytes;
}

function pathOf(folder: string, name: string): string {
  return path.join(/* turbopackIgnore: true */ folder, name);
}
