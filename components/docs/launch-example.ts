import type { ChainSlug } from "@/lib/domain/chains";
import { launchMemecoin } from "@/lib/operations/launch";

/** The launch that pages show, from the operation's own example. */
export function launchExample(chain: ChainSlug): { method: "POST"; path: string; body: unknown } {
  return {
    method: "POST",
    path: launchMemecoin.path.replace("{chain}", chain),
    body: launchMemecoin.examples?.body,
  };
}
