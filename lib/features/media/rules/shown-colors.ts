import { type Found, findAvifProblem, textAt } from "./avif-colors";
import { isCommonProfile } from "./color-profile";
import type { ImageFormat } from "./image";

/**
 * Why browsers may show an image in other colors than those that are classified, or null. Browsers and
 * the decoder differ in what they apply: gamma, color spaces, HDR. So only what both show alike is
 * allowed in files that are served unchanged; uploads are encoded again from pixels.
 * @param profile the ICC profile that the decoder applies; null if it finds none
 */
export function findColorProblem(
  format: ImageFormat,
  bytes: Uint8Array,
  profile: Uint8Array | null,
): string | null {
  const found = read(format, bytes);
  if (typeof found === "string") return found;
  if (found.profiles > 1) return "several color profiles";
  // The decoder ignores a damaged profile; a browser may not.
  if (found.profiles !== (profile === null ? 0 : 1)) return "a color profile that cannot be read";
  return profile === null || isCommonProfile(profile) ? null : "an unusual color profile";
}

function read(format: ImageFormat, bytes: Uint8Array): Found {
  try {
    return FINDERS[format](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (error) {
    // A length that leads beyond the end of the file.
    if (error instanceof RangeError) return "a damaged structure";
    throw error;
  }
}

type Finder = (bytes: Uint8Array, view: DataView) => Found;

const FINDERS: Record<ImageFormat, Finder> = {
  png: findInPng,
  jpeg: findInJpeg,
  webp: findInWebp,
  gif: () => ({ profiles: 0 }),
  avif: findAvifProblem,
};

/** Public chunks that change no color. Browsers ignore private ones: their second letter is small. */
const PNG_PLAIN = new Set(
  "IHDR PLTE IDAT IEND tRNS bKGD hIST pHYs sBIT sPLT sTER eXIf tEXt zTXt iTXt tIME oFFs pCAL sCAL dSIG iDOT".split(
    " ",
  ),
);
/** sRGB and Display P3, full range. Wide colors are classified a little less saturated. */
const PNG_CICP = ["1,13,0,1", "12,13,0,1"];
const SRGB_GAMMA = { value: 45_455, tolerance: 500 };
const SRGB_CHROMATICITIES = {
  values: [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000],
  tolerance: 500,
};

function findInPng(bytes: Uint8Array, view: DataView): Found {
  const seen = new Set<string>();
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = textAt(bytes, at + 4, 4);
    const data = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    if (type === "IEND") break;
    hasPixels ||= type === "IDAT";
    if (PNG_PLAIN.has(type) || /^.[a-z]/.test(type)) continue;
    const isExpected = !hasPixels && !seen.has(type) && isPlainColor(type, data);
    if (!isExpected) return `a color setting that browsers apply (${type})`;
    seen.add(type);
  }
  return { profiles: seen.has("iCCP") ? 1 : 0 };
}

function isPlainColor(type: string, data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const isNear = (at: number, value: number, tolerance: number) =>
    Math.abs(view.getUint32(at) - value) <= tolerance;
  if (type === "sRGB" || type === "iCCP") return true;
  if (type === "cICP") return PNG_CICP.includes(data.join());
  if (type === "gAMA") {
    return data.length === 4 && isNear(0, SRGB_GAMMA.value, SRGB_GAMMA.tolerance);
  }
  const { values, tolerance } = SRGB_CHROMATICITIES;
  if (type !== "cHRM" || data.length !== 32) return false;
  return values.every((value, at) => isNear(4 * at, value, tolerance));
}

const ICC = "ICC_PROFILE\0";
const GAIN_MAP = "an HDR gain map, which shows another picture on HDR screens";

function findInJpeg(bytes: Uint8Array, view: DataView): Found {
  let profiles = 0;
  for (const { marker, data } of jpegSegments(bytes, view)) {
    if (marker === 0xe1 && isGainMapText(data)) return GAIN_MAP;
    if (marker === 0xe2) {
      if (textAt(data, 0, 4) === "MPF\0" || textAt(data, 0, 12) === "urn:iso:std:") return GAIN_MAP;
      if (textAt(data, 0, ICC.length) === ICC) {
        profiles += 1;
        // Profiles of several parts have tables, which are not common.
        if (data[ICC.length] !== 1 || data[ICC.length + 1] !== 1) return "an unusual color profile";
      }
    }
    if (marker === 0xee && textAt(data, 0, 5) === "Adobe" && (data[11] ?? 0) > 1) {
      return "CMYK colors";
    }
    if (isFrame(marker)) {
      const problem = findFrameProblem(bytes, view, data);
      if (problem !== null) return problem;
    }
  }
  return { profiles };
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Only grey and YCbCr: programs disagree about RGB and CMYK in a JPEG. */
function findFrameProblem(bytes: Uint8Array, view: DataView, frame: Uint8Array): string | null {
  const components = frame[5] ?? 0;
  if (components === 1) return null;
  if (components !== 3) return "CMYK colors";
  const isNamedRgb = [6, 9, 12].every((at, index) => frame[at] === "RGB".charCodeAt(index));
  const adobe = [...jpegSegments(bytes, view)].filter(
    ({ marker, data }) => marker === 0xee && textAt(data, 0, 5) === "Adobe",
  );
  return isNamedRgb || adobe.some(({ data }) => data[11] !== 1) ? "RGB colors in a JPEG" : null;
}

/** XMP may be UTF-16. */
function isGainMapText(data: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(data).replaceAll("\0", "");
  return /hdrgm|gain-?map/i.test(text);
}

/** The segments before the pixels. */
function* jpegSegments(
  bytes: Uint8Array,
  view: DataView,
): Generator<{ marker: number; data: Uint8Array }> {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return;
    const end = at + 2 + view.getUint16(at + 2);
    yield { marker, data: bytes.subarray(at + 4, end) };
    at = end;
  }
}

function findInWebp(bytes: Uint8Array, view: DataView): Found {
  let profiles = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (textAt(bytes, at, 4) === "ICCP") profiles += 1;
    at += 8 + size + (size % 2);
  }
  return { profiles };
}
