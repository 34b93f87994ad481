import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { Caller } from "@/lib/http/limits/callers";
import type { Identity } from "@/lib/shared/identity";
import { ipOf } from "./rules/ip-of";
import { normalizeBlock } from "./rules/moderation";

/**
 * Stores the origin of a launch: the creator that the request names and the network of its sender.
 * Call it before the launch is stored, so that no launch is without it.
 */
export async function recordOrigin({
  ctx,
  input: { chainId, token, jobId, creator, caller },
}: {
  ctx: Pick<ServiceContext, "launchOrigins">;
  input: {
    chainId: number;
    token: Address;
    jobId: string;
    creator: Identity | null;
    /** Null for our own programs. */
    caller: Pick<Caller, "address"> | null;
  };
}): Promise<void> {
  const named =
    creator === null || creator.type === "wallet" ? null : normalizeBlock(creator.type, creator.id);
  const address = caller === null ? null : ipOf(caller.address);
  await ctx.launchOrigins.record({ chainId, token, jobId, creator: named, address });
}
