import type { ServiceContext } from "@/lib/context";
import { handleAuth } from "@/lib/endpoints/auth/handle-auth";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createCallerLimits, type LimitHeaders } from "@/lib/http/limits/caller-limits";
import { describeError } from "@/lib/http/response/render";
import { toAppError } from "@/lib/shared/errors";

/** Passes a request below `/api/auth` to its handler, and renders its errors like the server. */
export async function requestAuth(
  ctx: ServiceContext,
  request: Request,
  address = "unknown",
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers, body } = request;
  const caller = { address, buckets: addressBuckets(address), isExempt: false };
  let rateLimit: LimitHeaders = [];
  const { limit, isUsedUp, giveBack } = createCallerLimits(ctx, caller, (counted) => {
    rateLimit = counted;
  });
  try {
    return await handleAuth({
      ctx,
      request: { method, headers, body, url: `${pathname}${search}` },
      params: { segments: pathname.split("/").slice(3).join("/") },
      caller,
      isThisMachine: false,
      requestId: "test",
      limit,
      isUsedUp,
      giveBack,
      count: () => undefined,
      dispatch: () => Promise.reject(new Error("sign-in sends no other request")),
    });
  } catch (thrown) {
    const answer = describeError("account", toAppError(thrown));
    const all = new Headers(answer.headers);
    for (let i = 0; i < rateLimit.length; i += 2)
      all.set(rateLimit[i] ?? "", rateLimit[i + 1] ?? "");
    return new Response(answer.body, { status: answer.status, headers: all });
  }
}
