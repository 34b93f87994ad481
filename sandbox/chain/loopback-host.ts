import { randomInt } from "node:crypto";

/**
 * A loopback address that only who chose it knows. anvil serves whoever reaches its port, WebSockets
 * of web pages included, and has no password; on Linux all of 127.0.0.0/8 is loopback, so its
 * address is the secret. Elsewhere only 127.0.0.1 exists.
 */
export function secretLoopbackHost(platform = process.platform): string {
  if (platform !== "linux") return "127.0.0.1";
  return ["127", ...Array.from({ length: 3 }, () => String(randomInt(1, 255)))].join(".");
}
