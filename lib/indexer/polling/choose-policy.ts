import type { Env } from "@/lib/env";
import type { ChainSlug } from "@/lib/shared/chains";
import { type ChainPolicy, POLICIES } from "./policy";

/** The policy of a sandbox or real chain, with the confirmations that the operator configured. */
export function choosePolicy(
  env: Pick<Env, "isSandbox" | "confirmations">,
  chain: ChainSlug,
): ChainPolicy {
  const policy = env.isSandbox(chain) ? POLICIES.sandbox : POLICIES.real;
  return { ...policy, confirmations: env.confirmations(chain) };
}
