import type { Metadata } from "next";
import type { SiteFacts } from "@/components/layout/site-facts";
import { getContext } from "@/lib/context";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/domain/chains";
import { toAppError } from "@/lib/domain/errors";
import type { TokenBasicDetails } from "@/lib/schemas/data";
import { getToken } from "@/lib/services/data/get-token";

const PICTURE = { width: 1200, height: 630, type: "image/png" } as const;

/** Where people reach the service: what links in a page's head begin with. */
export function publicUrl(): URL {
  return new URL(getContext().env.publicUrl);
}

/** Settings that every page gets with its first byte. */
export function siteFacts(): SiteFacts {
  const { env, chains } = getContext();
  const isSimulated = (slug: ChainSlug) => chains[slug] !== undefined && env.isSandbox(slug);
  return { dataChains: env.DATA_CHAINS, sandbox: CHAIN_SLUGS.some(isSimulated) };
}

/** What a page's head says of the picture that other sites show beside its link. */
export function sharing(options: {
  title: string;
  description: string;
  path: string;
  picture: string;
}) {
  const { title, description, path, picture } = options;
  const images = [{ url: picture, alt: title, ...PICTURE }];
  return {
    openGraph: { type: "website", siteName: "Slipway", title, description, url: path, images },
    twitter: { card: "summary_large_image", title, description, images },
  } satisfies Metadata;
}

/**
 * The token of a page; null while it is not indexed, and when it can't be read now: a page without it
 * is better than none.
 */
export async function findToken(
  chain: ChainSlug,
  tokenAddress: `0x${string}`,
): Promise<TokenBasicDetails | null> {
  const ctx = getContext();
  try {
    return await getToken({
      ctx,
      input: { params: { chain, tokenAddress }, query: {}, body: undefined },
    });
  } catch (thrown) {
    if (toAppError(thrown).status >= 500) {
      ctx.log.warn({ err: thrown, chain, tokenAddress }, "a page goes without its token");
    }
    return null;
  }
}
