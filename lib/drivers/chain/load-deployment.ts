import { readFileSync } from "node:fs";
import { type Deployment, deployment } from "@/lib/schemas/deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/**
 * Reads a chain's deployment manifest; null when nothing is deployed.
 * @throws when the file is damaged or belongs to another chain
 */
export function loadDeployment(chain: ChainSlug, path: string): Deployment | null {
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const manifest = deployment.parse(JSON.parse(text));
  if (manifest.chainId !== CHAINS[chain].chainId) {
    throw new Error(`${path} belongs to chain ${manifest.chainId}, not of ${chain}`);
  }
  return manifest;
}
