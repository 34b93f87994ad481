import { handleAuth } from "@/lib/auth/handle-auth";
import { getContext } from "@/lib/context";

type Segment = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, { params }: Segment): Promise<Response> {
  return handleAuth(getContext(), request, (await params).nextauth);
}

export const GET = handle;
export const POST = handle;

/** Next would answer HEAD with GET, and X's way back spends the state of its sign-in. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
