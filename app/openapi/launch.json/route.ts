import { getContext } from "@/lib/context";
import { CHAIN_SLUGS } from "@/lib/domain/chains";
import { CORS_HEADERS } from "@/lib/http/render";
import { launchDocument } from "@/lib/openapi/documents";

export function GET(): Response {
  const { chains, env } = getContext();
  const served = CHAIN_SLUGS.filter((slug) => chains[slug] !== undefined);
  const document = launchDocument({ serverUrl: env.publicUrl, chains: served });
  return Response.json(document, { headers: CORS_HEADERS });
}
