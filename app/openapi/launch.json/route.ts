import { getContext } from "@/lib/context";
import { CORS_HEADERS } from "@/lib/http/render";
import { launchDocument } from "@/lib/openapi/documents";

export function GET(): Response {
  return Response.json(launchDocument(getContext().env.publicUrl), { headers: CORS_HEADERS });
}
