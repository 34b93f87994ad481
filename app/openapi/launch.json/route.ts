import { getContext } from "@/lib/context";
import { CHAIN_SLUGS } from "@/lib/domain/chains";
import { cachedDocument } from "@/lib/http/cached-document";
import { launchDocument } from "@/lib/openapi/documents";

export const GET = cachedDocument(() => {
  const { chains, env } = getContext();
  const served = CHAIN_SLUGS.filter((slug) => chains[slug] !== undefined);
  return launchDocument({ serverUrl: env.publicUrl, chains: served });
});
