import type { ServiceContext } from "../context";
import type { Session } from "../domain/account";
import { AppError } from "../domain/errors";
import type { Operation, ResultOf } from "../operations/operation";
import { type Call, route } from "./route";

/**
 * A route for the person who is signed in. Only our own pages may call it: a request that a browser
 * sends for another site is refused, whatever cookies come with it.
 */
export function accountRoute<O extends Operation>(
  operation: O,
  handle: (call: Call<O> & { session: Session }) => Promise<ResultOf<O>>,
) {
  const guarded = route(
    operation,
    async (call) => handle({ ...call, session: await requireSession(call.ctx, call.headers) }),
    async (ctx, headers) => {
      requireOwnPage(ctx, headers);
      await requireSession(ctx, headers);
    },
  );
  // Only the guarded way in: an answer to one person must never be kept for the next.
  return (...call: Parameters<typeof guarded>) => guarded(...call);
}

/** A route for our own pages, whoever is at them: a request of another site's page is refused. */
export function pageRoute<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResultOf<O>>,
) {
  const guarded = route(operation, handle, async (ctx, headers) => requireOwnPage(ctx, headers));
  return (...call: Parameters<typeof guarded>) => guarded(...call);
}

async function requireSession(ctx: ServiceContext, headers: Headers): Promise<Session> {
  const session = await ctx.sessions.read(headers.get("cookie"));
  if (session === null) throw new AppError("not_signed_in");
  return session;
}

/** Browsers say where a request comes from; what says nothing is no browser and has no cookies. */
function requireOwnPage({ env }: ServiceContext, headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOtherSite = site !== null && site !== "same-origin" && site !== "none";
  const isOwn =
    origin === null ||
    origin === new URL(env.publicUrl).origin ||
    (URL.canParse(origin) && new URL(origin).host === headers.get("host"));
  if (isOtherSite || !isOwn) throw new AppError("forbidden", "Only for this site's own pages");
}
