/**
 * Values that several samples contain. `ORIGIN` and `CHAIN` are replaced by the service's origin and
 * a chain that it serves.
 */
export const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
export const JSON_HEADER = "-H 'Content-Type: application/json'";
export const CLIENT = `import { createClient } from "@slipway-launchpad/slipway/client";

export const launchpad = createClient({ baseUrl: "ORIGIN" });`;
/** Shell command that prints a text of a JSON response; nothing if the response is an error. */
export const textOf = (name: string) => `sed -n 's/.*"${name}":"\\([^"]*\\)".*/\\1/p'`;
export const TOKEN = `TOKEN=$(curl -s 'ORIGIN/v1/CHAIN/tokens?limit=1' \\
  | ${textOf("tokenAddress")})`;
