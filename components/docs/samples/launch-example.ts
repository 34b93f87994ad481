import { LAUNCH_EXAMPLES } from "@/lib/features/launch/examples";
import { launchMemecoin } from "@/lib/features/launch/operations";
import type { ChainSlug } from "@/lib/shared/chains";

/** The launch request shown on pages, from the operation's own example. */
export function launchExample(chain: ChainSlug): { method: "POST"; path: string; body: unknown } {
  return {
    method: "POST",
    path: launchMemecoin.path.replace("{chain}", chain),
    body: LAUNCH_EXAMPLES.body,
  };
}
