import { BaseError } from "viem";

/** Fields in which wallets and libraries put the error that they wrap. */
const INNER = ["cause", "data", "originalError", "error", "info"] as const;
const LAYERS_MAX = 16;

/** An error and all errors inside it, the outermost first. Wallets also throw plain objects and texts. */
export function layersOf(error: unknown): unknown[] {
  const layers: unknown[] = [];
  const add = (layer: unknown) => {
    if (layers.length >= LAYERS_MAX || layers.includes(layer)) return;
    if (typeof layer === "string") layers.push(layer);
    if (typeof layer !== "object" || layer === null) return;
    layers.push(layer);
    for (const name of INNER) add(Reflect.get(layer, name));
  };
  add(error);
  return layers;
}

/** The code of one layer: a number, also as text (`"4001"`), or a name such as `ACTION_REJECTED`. */
export function codeOf(layer: unknown): number | string | null {
  if (typeof layer !== "object" || layer === null || !("code" in layer)) return null;
  const { code } = layer;
  if (typeof code === "number") return code;
  if (typeof code !== "string") return null;
  return /^-?\d+$/.test(code) ? Number(code) : code;
}

/** The text of one layer, without viem's description of the request. */
export function textOf(layer: unknown): string {
  if (typeof layer === "string") return layer;
  if (layer instanceof BaseError) return layer.shortMessage;
  if (typeof layer !== "object" || layer === null || !("message" in layer)) return "";
  return typeof layer.message === "string" ? layer.message : "";
}
