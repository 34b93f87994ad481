import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CSSProperties, createElement, type ReactNode } from "react";
import sharp from "sharp";
import { drawableText } from "@/lib/shared/drawable-text";
import type { ShareBrand, ShareFacts } from "./share-pictures";

const SIZE = { width: 1200, height: 630 } as const;
const PICTURE_PX = 384;
const SVG_LOADER = "VipsForeignLoadSvgBuffer";
const COLOURS = {
  canvas: "#0c1116",
  raised: "#18202a",
  ink: "#eef2f6",
  muted: "#9aa8b6",
  accent: "#ff7f32",
} as const;

/** The logo of the page header. */
const MARK = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><path d="M2.6 11.7 15.7 23.9a9 9 0 0 0 6.1 2.4h7.6" stroke="${COLOURS.ink}" stroke-width="3.4" stroke-linecap="round"/><path transform="translate(19.3 10.5) rotate(42.9)" d="M-10.5 0H11.5C10.9 5.8 6.8 8.8 1.5 8.8H-3.5C-7.8 8.8-10.3 5.6-10.5 0Z" fill="${COLOURS.accent}"/></svg>`,
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
let fonts: Promise<Font[]> | null = null;

function readFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    FONTS.map(async ({ file, weight }) => ({
      name: "Archivo",
      weight,
      data: await readFile(join(process.cwd(), FONT_FOLDER, file)),
    })),
  );
  return fonts;
}

/** The renderer supports PNG and JPEG only. */
async function toDataUri(bytes: Uint8Array): Promise<string> {
  const png = await sharp(bytes).resize(PICTURE_PX, PICTURE_PX, { fit: "cover" }).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

function layout(
  { title, symbol, line, figures }: ShareFacts,
  picture: string | null,
  brand: ShareBrand,
) {
  const logo = brand.logo ?? MARK;
  const accent = brand.accent ?? COLOURS.accent;
  const name = drawableText(title) ?? drawableText(symbol ?? "") ?? "Token";
  const mark = symbol === null ? null : drawableText(symbol);
  return box(
    {
      width: "100%",
      height: "100%",
      padding: 64,
      gap: 56,
      background: COLOURS.canvas,
      color: COLOURS.ink,
      fontFamily: "Archivo",
      fontWeight: 500,
    },
    picture !== null && image(picture, PICTURE_PX, { borderRadius: 36, alignSelf: "center" }),
    // The site's own image shows only the logo.
    symbol === null &&
      box(
        {
          width: PICTURE_PX,
          height: PICTURE_PX,
          borderRadius: 36,
          alignSelf: "center",
          alignItems: "center",
          justifyContent: "center",
          background: COLOURS.raised,
        },
        image(logo, 272),
      ),
    box(
      { flexDirection: "column", flexGrow: 1, flexBasis: 0, justifyContent: "space-between" },
      box(
        { fontSize: 34, fontWeight: 800, gap: 14, alignItems: "center" },
        symbol !== null && image(logo, 46),
        drawableText(brand.name) ?? "",
      ),
      box(
        { flexDirection: "column", gap: 18 },
        box({ ...clamp(2), fontSize: titlePx(name), fontWeight: 800, lineHeight: 1.08 }, name),
        mark !== null && box({ fontSize: 40, color: accent }, mark),
        box({ ...clamp(2), fontSize: 30, color: COLOURS.muted }, drawableText(line) ?? ""),
      ),
      box(
        { gap: 52 },
        ...figures.map((figure) =>
          box(
            { flexDirection: "column", gap: 4 },
            box({ fontSize: 24, color: COLOURS.muted }, figure.name),
            box({ fontSize: 40, fontWeight: 800 }, figure.value),
          ),
        ),
      ),
    ),
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
