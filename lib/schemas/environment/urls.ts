import type { Values } from "./environment";

/**
 * The URL at which a machine reaches its own web server: the address that the server listens on, or
 * loopback when it listens on all.
 */
export function ownUrlOf({ HOST = "::", PORT }: Pick<Values, "HOST" | "PORT">): string {
  // Also writes an IPv6 address in its shortest form.
  const { hostname } = new URL(`http://${HOST.includes(":") ? `[${HOST}]` : HOST}`);
  const isAll = hostname === "0.0.0.0" || hostname === "[::]";
  return `http://${isAll ? "127.0.0.1" : hostname}:${PORT}`;
}

/**
 * URLs in a variable that have more than an origin: providers put keys into paths. The whole value is
 * one too, because a password or path may have a comma.
 */
export function findSecretUrls(value = ""): string[] {
  const texts = new Set([value, ...value.split(",")].map((text) => text.trim()));
  return [...texts].filter(
    (text) => URL.canParse(text) && /^[a-z]+:\/\/[^/?#]*(@|[/?#].)/i.test(text),
  );
}
