import { z } from "zod";
import { address } from "@/lib/schemas/common";
import { type DeployInput, readJson, writeJson } from "./deploy";
import { routerStep, SANDBOX_ROUTER_VERSION } from "./plan-deployment";
import { sendCreate2 } from "./send-create2";

const manifest = z.looseObject({
  universalRouterVersion: z.string().optional(),
  contracts: z.looseObject({ permit2: address, poolManager: address, universalRouter: address }),
});

/**
 * Deploys the current sandbox router to a sandbox of an earlier release. Tokens, pools and the
 * manifest's start block do not change.
 * @returns whether a router was deployed
 */
export async function upgradeRouter(
  input: Pick<DeployInput, "rpcUrl" | "chainId" | "slug" | "privateKey" | "manifestPath">,
): Promise<boolean> {
  const { slug, manifestPath } = input;
  const before = manifest.safeParse(readJson(manifestPath));
  if (!before.success) return false;
  const { contracts, universalRouterVersion } = before.data;
  if (universalRouterVersion === SANDBOX_ROUTER_VERSION) return false;
  const step = routerStep({ slug, ...contracts });
  await sendCreate2({ ...input, address: step.address, data: step.data });
  writeJson(manifestPath, {
    ...before.data,
    universalRouterVersion: SANDBOX_ROUTER_VERSION,
    contracts: { ...contracts, universalRouter: step.address },
  });
  return true;
}
