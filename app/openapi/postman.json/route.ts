import { getContext } from "@/lib/context";
import { CORS_HEADERS } from "@/lib/http/render";
import { postmanCollection } from "@/lib/openapi/documents";

export function GET(): Response {
  return Response.json(postmanCollection(getContext().env.publicUrl), { headers: CORS_HEADERS });
}
