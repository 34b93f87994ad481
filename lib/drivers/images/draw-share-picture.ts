import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CSSProperties, createElement, type ReactNode } from "react";
import sharp from "sharp";
import { sparklinePath } from "@/lib/features/market/rules/sparkline-path";
import { drawableText } from "@/lib/shared/text/drawable-text";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { ShareBrand, ShareFacts } from "./share-facts";

const SIZE = { width: 1200, height: 630 } as const;
const PICTURE_PX = 384;
/** The picture of a token, above its figures. */
const TOKEN_PICTURE_PX = 320;
const SVG_LOADER = "VipsForeignLoadSvgBuffer";
const COLORS = {
  canvas: "#0c1116",
  raised: "#18202a",
  ink: "#eef2f6",
  muted: "#9aa8b6",
  accent: "#ff7f32",
  up: "#35c08c",
  down: "#f0616d",
} as const;
/** The line of a token's last day, in the right part of its row of figures. */
const LINE = { width: 500, height: 104 } as const;

/** The logo of the page header. */
const MARK = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><path d="M2.6 11.7 15.7 23.9a9 9 0 0 0 6.1 2.4h7.6" stroke="${COLORS.ink}" stroke-width="3.4" stroke-linecap="round"/><path transform="translate(19.3 10.5) rotate(42.9)" d="M-10.5 0H11.5C10.9 5.8 6.8 8.8 1.5 8.8H-3.5C-7.8 8.8-10.3 5.6-10.5 0Z" fill="${COLORS.accent}"/></svg>`,
)}`;

/** Font files are local: nothing is loaded from another host. */
const FONT_FOLDER = "node_modules/@fontsource/archivo/files";
const FONTS = [
  { file: "archivo-latin-500-normal.woff", weight: 500 },
  { file: "archivo-latin-ext-500-normal.woff", weight: 500 },
  { file: "archivo-latin-800-normal.woff", weight: 800 },
  { file: "archivo-latin-ext-800-normal.woff", weight: 800 },
] as const;

/** Draws an Open Graph image: PNG, 1200 × 630. Characters that the font lacks are omitted. */
export async function drawSharePicture(facts: ShareFacts, brand: ShareBrand): Promise<Uint8Array> {
  // Loaded on first use; most processes never draw one. Imported by file because next has no
  // exports.
  const { ImageResponse } = await import("next/og.js");
  const picture = facts.picture === null ? null : await toDataUri(facts.picture);
  const response = new ImageResponse(layout(facts, picture, brand), {
    ...SIZE,
    fonts: await readFonts(),
  });
  // The renderer outputs SVG, and the upload decoder blocks SVG. This unblocks it. Uploads are
  // identified by their first bytes before decoding, so none is read as SVG.
  sharp.unblock({ operation: [SVG_LOADER] });
  try {
    return new Uint8Array(await response.arrayBuffer());
  } finally {
    sharp.block({ operation: [SVG_LOADER] });
  }
}

type Font = { name: string; data: Buffer; weight: 500 | 800 };

const readFonts = memoizeAsync(
  (): Promise<Font[]> =>
    Promise.all(
      FONTS.map(async ({ file, weight }) => ({
        name: "Archivo",
        weight,
        data: await readFile(join(process.cwd(), FONT_FOLDER, file)),
      })),
    ),
);

/** The renderer supports PNG and JPEG only. */
async function toDataUri(bytes: Uint8Array): Promise<string> {
  const png = await sharp(bytes).resize(PICTURE_PX, PICTURE_PX, { fit: "cover" }).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

function layout(facts: ShareFacts, picture: string | null, brand: ShareBrand) {
  const line = lineImage(facts.line24h);
  const figures = facts.figures.length > 0 && box({ gap: 52 }, ...facts.figures.map(drawFigure));
  const side = { borderRadius: 36, alignSelf: "center" } as const;
  return box(
    {
      flexDirection: "column",
      width: "100%",
      height: "100%",
      padding: 64,
      gap: 40,
      background: COLORS.canvas,
      color: COLORS.ink,
      fontFamily: "Archivo",
      fontWeight: 500,
    },
    box(
      { flexGrow: 1, gap: 56 },
      picture !== null && image(picture, line === null ? PICTURE_PX : TOKEN_PICTURE_PX, side),
      // The site's own image shows only the logo.
      facts.symbol === null && drawLogo(brand),
      drawTexts(facts, brand, line === null && figures),
    ),
    line !== null &&
      box({ alignItems: "flex-end", justifyContent: "space-between" }, figures, line),
  );
}

function drawLogo({ logo }: ShareBrand) {
  return box(
    {
      width: PICTURE_PX,
      height: PICTURE_PX,
      borderRadius: 36,
      alignSelf: "center",
      alignItems: "center",
      justifyContent: "center",
      background: COLORS.raised,
    },
    image(logo ?? MARK, 272),
  );
}

/** Draws the title, the symbol and the subject, and the figures if they have no row of their own. */
function drawTexts({ title, symbol, line }: ShareFacts, brand: ShareBrand, figures: ReactNode) {
  const accent = brand.accent ?? COLORS.accent;
  const name = drawableText(title) ?? drawableText(symbol ?? "") ?? "Token";
  const mark = symbol === null ? null : drawableText(symbol);
  return box(
    { flexDirection: "column", flexGrow: 1, flexBasis: 0, justifyContent: "space-between" },
    box(
      { fontSize: 34, fontWeight: 800, gap: 14, alignItems: "center" },
      symbol !== null && image(brand.logo ?? MARK, 46),
      drawableText(brand.name) ?? "",
    ),
    box(
      { flexDirection: "column", gap: 18 },
      box({ ...clamp(2), fontSize: titlePx(name), fontWeight: 800, lineHeight: 1.08 }, name),
      mark !== null && box({ fontSize: 40, color: accent }, mark),
      box({ ...clamp(2), fontSize: 30, color: COLORS.muted }, drawableText(line) ?? ""),
    ),
    figures,
  );
}

function drawFigure({ name, value }: ShareFacts["figures"][number]) {
  return box(
    { flexDirection: "column", gap: 4 },
    box({ fontSize: 24, color: COLORS.muted }, name),
    box({ fontSize: 40, fontWeight: 800 }, value),
  );
}

/** A flex box, the only layout of the renderer. */
function box(style: CSSProperties, ...children: ReactNode[]) {
  return createElement("div", { style: { display: "flex", ...style } }, ...children);
}

function image(src: string, px: number, style: CSSProperties = {}) {
  return createElement("img", { src, width: px, height: px, style });
}

function clamp(lines: number): CSSProperties {
  return { display: "block", lineClamp: lines, overflow: "hidden" };
}

function titlePx(name: string): number {
  if (name.length > 28) return 56;
  return name.length > 14 ? 72 : 92;
}

/** The market caps of a day, in the color of their change; null with fewer than two. */
function lineImage(caps: readonly string[]) {
  const path = sparklinePath(caps, LINE);
  if (path === null) return null;
  const change = Number(caps.at(-1)) - Number(caps[0]);
  const color = change === 0 ? COLORS.muted : change < 0 ? COLORS.down : COLORS.up;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LINE.width} ${LINE.height}"><path d="${path.area}" fill="${color}" opacity="0.14"/><path d="${path.line}" fill="none" stroke="${color}" stroke-width="4" stroke-linejoin="round"/></svg>`;
  return createElement("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, ...LINE });
}
