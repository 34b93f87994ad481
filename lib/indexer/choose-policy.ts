import type { ChainSlug } from "@/lib/shared/chains";
import type { Env } from "../env";
import { type ChainPolicy, POLICIES } from "./policy";

/** How a chain is followed here: by what it is, and as deep below its head as the operator says. */
export function choosePolicy(
  env: Pick<Env, "isSandbox" | "confirmations">,
  chain: ChainSlug,
): ChainPolicy {
  const policy = env.isSandbox(chain) ? POLICIES.sandbox : POLICIES.real;
  return { ...policy, confirmations: env.confirmations(chain) ?? policy.confirmations };
}
