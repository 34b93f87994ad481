import { join, resolve } from "node:path";
import type { Env } from "@/lib/env";
import type { ChainSlug } from "@/lib/shared/chains";

/** Path of a chain's deployment manifest. */
export function deploymentPath(
  env: Pick<Env, "isSandbox" | "dataDir" | "DEPLOYMENTS_DIR">,
  chain: ChainSlug,
): string {
  return env.isSandbox(chain)
    ? join(env.dataDir, "deployments", `${chain}.json`)
    : resolve(/* turbopackIgnore: true */ env.DEPLOYMENTS_DIR, `${chain}.json`);
}
