import type { ChainSlug } from "@/lib/domain/chains";
import { launchMemecoin } from "@/lib/operations/launch";
import { LAUNCH_EXAMPLES } from "@/lib/operations/launch-examples";

/** The launch request shown on pages, from the operation's own example. */
export function launchExample(chain: ChainSlug): { method: "POST"; path: string; body: unknown } {
  return {
    method: "POST",
    path: launchMemecoin.path.replace("{chain}", chain),
    body: LAUNCH_EXAMPLES.body,
  };
}
