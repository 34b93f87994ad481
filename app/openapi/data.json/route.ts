import { getContext } from "@/lib/context";
import { CORS_HEADERS } from "@/lib/http/render";
import { dataDocument } from "@/lib/openapi/documents";

export function GET(): Response {
  return Response.json(dataDocument(getContext().env.publicUrl), { headers: CORS_HEADERS });
}
