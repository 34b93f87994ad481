import { getContext } from "@/lib/context";
import { CORS_HEADERS } from "@/lib/http/render";
import { postmanCollection } from "@/lib/openapi/documents";

export function GET(): Response {
  const { chains, env } = getContext();
  const served = env.DATA_CHAINS.filter((slug) => chains[slug] !== undefined);
  const collection = postmanCollection({ serverUrl: env.publicUrl, chains: served });
  return Response.json(collection, { headers: CORS_HEADERS });
}
