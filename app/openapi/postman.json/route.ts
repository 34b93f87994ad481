import { getContext } from "@/lib/context";
import { cachedDocument } from "@/lib/http/cached-document";
import { postmanCollection } from "@/lib/openapi/documents";

export const GET = cachedDocument(() => {
  const { chains, env } = getContext();
  const served = env.DATA_CHAINS.filter((slug) => chains[slug] !== undefined);
  return postmanCollection({ serverUrl: env.publicUrl, chains: served });
});
