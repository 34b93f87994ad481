import { getContext } from "@/lib/context";
import { openOutbox } from "@/lib/http/outbox-access";

export function GET(request: Request): Response {
  return openOutbox(getContext(), request);
}
