import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { writeAtomic } from "./build-tools.mjs";

const SOURCE = "node_modules/@scalar/fastify-api-reference/dist/index.js";
/** Of the bundle of @scalar/api-reference 1.72.1, `dist/browser/standalone.js`. */
const SHA256 = "bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c";
const LITERAL = /^var standalone_default = ("(?:[^"\\\n]|\\[^\n])*");$/m;

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/**
 * Writes the browser bundle of the API reference to `dist/scalar.js`. The vendor publishes it twice:
 * in @scalar/api-reference, with 250 packages that nothing here loads, and as one string in its Fastify
 * plugin, whose dependencies `overrides` in package.json leaves out.
 * @throws if the package holds another bundle than the one with the known hash
 */
export function extractRenderer(root) {
  const path = join(root, "dist", "scalar.js");
  if (existsSync(path) && sha256(readFileSync(path)) === SHA256) return;
  const literal = LITERAL.exec(readFileSync(join(root, SOURCE), "utf8"))?.[1];
  if (literal === undefined) throw new Error(`${SOURCE} holds no bundle of the API reference`);
  const content = runInNewContext(literal);
  if (sha256(content) !== SHA256) {
    throw new Error(`${SOURCE} holds another bundle of the API reference: ${sha256(content)}`);
  }
  writeAtomic(path, content);
}
