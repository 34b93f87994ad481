/** D50-adapted colorants of sRGB, and how far those of wide color spaces are from them. */
const SRGB_COLORANTS = {
  rXYZ: [0.436, 0.222, 0.014],
  gXYZ: [0.385, 0.717, 0.097],
  bXYZ: [0.143, 0.061, 0.714],
};
const COLORANT_TOLERANCE = 0.25;
const WHITE = [0.9642, 1, 0.8249];
const WHITE_TOLERANCE = 0.02;
/** From 1.8 of old Macs to 2.4; sRGB is near 2.2. */
const GAMMA = { min: 1.6, max: 2.6, tolerance: 0.012 };
const SAMPLES = Array.from({ length: 33 }, (_, at) => at / 32);

/** Tags that describe, or that only calibrate a screen. */
const PLAIN_TAGS = new Set(
  "desc cprt wtpt bkpt chad lumi meas tech view vued dmnd dmdd dscm chrm vcgt vcgp ndin mmod targ calt rig2 aarg aagg aabg aapy wscr".split(
    " ",
  ),
);
const RGB_TAGS = ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"];

/**
 * Whether an ICC profile is one like sRGB, Display P3, Adobe RGB or a gray gamma: three primaries and
 * curves. Every program computes the same colors from such a profile, and no program that ignores it
 * shows another picture. Profiles with tables are not: programs use different ones.
 */
export function isCommonProfile(profile: Uint8Array): boolean {
  const tags = readTags(profile);
  if (tags === null) return false;
  const space = ascii(profile, 16);
  const names = space === "RGB " ? RGB_TAGS : space === "GRAY" ? ["kTRC"] : null;
  if (names === null || ascii(profile, 12) !== "mntr" || ascii(profile, 20) !== "XYZ ")
    return false;
  const isPlain = [...tags.keys()].every((name) => PLAIN_TAGS.has(name) || names.includes(name));
  if (!isPlain) return false;
  const curves = names.filter((name) => name.endsWith("TRC")).map((name) => tags.get(name));
  if (!curves.every((curve) => curve !== undefined && isCommonCurve(curve))) return false;
  return space === "GRAY" || areCommonColorants(tags);
}

type Tags = Map<string, Uint8Array>;

function readTags(profile: Uint8Array): Tags | null {
  if (profile.length < 132) return null;
  const view = viewOf(profile);
  const count = view.getUint32(128);
  if (view.getUint32(0) !== profile.length || 132 + 12 * count > profile.length) return null;
  const tags: Tags = new Map();
  for (let at = 132; at < 132 + 12 * count; at += 12) {
    const [from, size] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    const name = ascii(profile, at);
    if (from + size > profile.length || size < 8 || tags.has(name)) return null;
    tags.set(name, profile.subarray(from, from + size));
  }
  return tags;
}

function areCommonColorants(tags: Tags): boolean {
  const sums = [0, 0, 0];
  for (const [name, expected] of Object.entries(SRGB_COLORANTS)) {
    const tag = tags.get(name);
    if (tag === undefined || tag.length < 20 || ascii(tag, 0) !== "XYZ ") return false;
    const view = viewOf(tag);
    for (const [axis, value] of expected.entries()) {
      const given = fixed(view, 8 + 4 * axis);
      if (Math.abs(given - value) > COLORANT_TOLERANCE) return false;
      sums[axis] = (sums[axis] ?? 0) + given;
    }
  }
  return WHITE.every((value, axis) => Math.abs((sums[axis] ?? 0) - value) <= WHITE_TOLERANCE);
}

function isCommonCurve(tag: Uint8Array): boolean {
  const curve = readCurve(tag);
  if (curve === null) return false;
  let last = Number.NEGATIVE_INFINITY;
  return SAMPLES.every((x) => {
    const y = curve(x);
    const isInside =
      y >= x ** GAMMA.max - GAMMA.tolerance && y <= x ** GAMMA.min + GAMMA.tolerance && y >= last;
    last = y;
    return isInside;
  });
}

function readCurve(tag: Uint8Array): ((x: number) => number) | null {
  const view = viewOf(tag);
  const type = ascii(tag, 0);
  if (type === "curv" && tag.length >= 12) return readTable(view, tag.length);
  if (type === "para" && tag.length >= 12) return readFormula(view, tag.length);
  return null;
}

function readTable(view: DataView, length: number): ((x: number) => number) | null {
  const count = view.getUint32(8);
  if (12 + 2 * count > length || count === 0) return null;
  if (count === 1) {
    const gamma = view.getUint16(12) / 256;
    return (x) => x ** gamma;
  }
  return (x) => {
    const place = x * (count - 1);
    const [low, high] = [Math.floor(place), Math.ceil(place)];
    const [from, to] = [view.getUint16(12 + 2 * low), view.getUint16(12 + 2 * high)];
    return (from + (to - from) * (place - low)) / 65_535;
  };
}

/** Number of parameters of the function types 0 to 4. */
const PARAMETERS = [1, 3, 4, 5, 7];

function readFormula(view: DataView, length: number): ((x: number) => number) | null {
  const type = view.getUint16(8);
  const count = PARAMETERS[type];
  if (count === undefined || length < 12 + 4 * count) return null;
  const given = Array.from({ length: count }, (_, at) => fixed(view, 12 + 4 * at));
  const [g = 1, a = 1, b = 0] = given;
  const isLinearBelow = type >= 3;
  const [c, d] = isLinearBelow ? [given[3] ?? 0, given[4] ?? 0] : [0, type === 0 ? 0 : -b / a];
  const [e, f] =
    type === 4 ? [given[5] ?? 0, given[6] ?? 0] : type === 2 ? twice(given[3]) : [0, 0];
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
}

const twice = (value = 0): [number, number] => [value, value];

const fixed = (view: DataView, at: number) => view.getInt32(at) / 65_536;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function ascii(bytes: Uint8Array, from: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + 4));
}
