import { createHash } from "node:crypto";
import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { requireTokenChain } from "@/lib/features/chains/require-token-chain";
import { findMentionedVideo } from "@/lib/features/market/find-mentioned-video";
import type { Caller } from "@/lib/http/limits/callers";
import type { ChainSlug } from "@/lib/shared/chains";
import { contentKey, isCid } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { type TargetKind, tokenKey } from "./rules/moderation";

/** The target of a report or appeal. The server finds it, so that no request can invent one. */
export type FoundTarget = { kind: TargetKind; key: string; chainId: number; token: Address };

/**
 * @throws AppError token_not_found, not_found for a token without an image or video,
 *   invalid_parameters
 */
export async function readTarget(
  ctx: Pick<ServiceContext, "chains" | "env" | "ipfs" | "log" | "market" | "serverWallet">,
  given: { kind: TargetKind; chain: ChainSlug; tokenAddress: Address },
): Promise<FoundTarget> {
  const { kind, tokenAddress: token } = given;
  const { chainId, name } = requireTokenChain(ctx, given.chain);
  const origin = await ctx.market.findOrigin({ chainId, address: token });
  if (origin === null) throw new AppError("token_not_found", `No token ${token} on ${name}`);
  if (kind === "token") return { kind, key: tokenKey(chainId, token), chainId, token };
  if (kind === "creator") {
    // All launches without a creator have the service's wallet, so each of them is a target of its own.
    const isNamed = origin.creator.toLowerCase() !== ctx.serverWallet.toLowerCase();
    const key = isNamed ? origin.creator.toLowerCase() : tokenKey(chainId, token);
    return { kind, key, chainId, token };
  }
  if (kind === "video") {
    const uri = await ctx.market.findTokenUri({ chainId, address: token });
    const uid = uri === null ? null : await findMentionedVideo(ctx, uri);
    if (uid === null) throw new AppError("not_found", "This token has no video");
    return { kind, key: uid, chainId, token };
  }
  if (origin.image === null || !isCid(origin.image)) {
    throw new AppError("not_found", "This token has no image");
  }
  return { kind, key: contentKey(origin.image), chainId, token };
}

/** The sender of a report as a hash; addresses of one IPv6 /64 are one sender. */
export function senderOf({ buckets }: Pick<Caller, "buckets">, salt: string): string {
  return createHash("sha256").update(`report ${salt} ${buckets.own}`).digest("base64url");
}
