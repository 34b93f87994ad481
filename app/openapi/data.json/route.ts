import { getContext } from "@/lib/context";
import { CORS_HEADERS } from "@/lib/http/render";
import { dataDocument } from "@/lib/openapi/documents";

export function GET(): Response {
  const { publicUrl, DATA_CHAINS } = getContext().env;
  const document = dataDocument({ serverUrl: publicUrl, chains: DATA_CHAINS });
  return Response.json(document, { headers: CORS_HEADERS });
}
