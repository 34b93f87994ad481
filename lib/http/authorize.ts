import type { ServiceContext } from "@/lib/context";
import {
  type Admin,
  type AdminRole,
  findAdminWallet,
  hasRole,
} from "@/lib/features/admin/rules/role";
import type { Session } from "@/lib/features/users/rules/account";
import { AppError } from "@/lib/shared/errors";

/** An administrator with an open session. */
export type OpenAdmin = Admin & { sessionId: string; expiresAt: Date };

/** The administrator of a request's session; null without a session, or if its wallet was removed. */
export async function findAdmin(
  ctx: Pick<ServiceContext, "adminSessions" | "env">,
  headers: Headers,
): Promise<OpenAdmin | null> {
  const session = await ctx.adminSessions.read(headers.get("cookie"));
  if (session === null) return null;
  const wallet = findAdminWallet(ctx.env.ADMIN_WALLETS, session.address);
  if (wallet === null) return null;
  const { address, role } = wallet;
  return { address, role, sessionId: session.id, expiresAt: session.expiresAt };
}

/**
 * The administrator who sends a request.
 * @throws AppError not_signed_in, also when the wallet was removed; forbidden for other sites and
 * lower roles
 */
export async function requireAdmin(
  ctx: Pick<ServiceContext, "adminSessions" | "env">,
  headers: Headers,
  role: AdminRole,
): Promise<OpenAdmin> {
  requireOwnPage(ctx, headers);
  const admin = await findAdmin(ctx, headers);
  if (admin === null) throw new AppError("not_signed_in");
  requireRole(admin, role);
  return admin;
}

/** @throws AppError forbidden */
export function requireRole(admin: Pick<Admin, "role">, role: AdminRole): void {
  if (hasRole(admin.role, role)) return;
  throw new AppError("forbidden", `This needs the role ${role}; your role is ${admin.role}`);
}

/** The session of a request of our own pages, or null: other sites act without it. */
export async function findOwnSession(
  ctx: Pick<ServiceContext, "env" | "sessions">,
  headers: Headers,
): Promise<Session | null> {
  return isOwnPage(ctx, headers) ? ctx.sessions.read(headers.get("cookie")) : null;
}

/**
 * The session of a signed-in user who sends a request.
 * @throws AppError not_signed_in; forbidden for other sites
 */
export async function requireSession(
  ctx: Pick<ServiceContext, "env" | "sessions">,
  headers: Headers,
): Promise<Session> {
  requireOwnPage(ctx, headers);
  const session = await ctx.sessions.read(headers.get("cookie"));
  if (session === null) throw new AppError("not_signed_in");
  return session;
}

/** @throws AppError forbidden for other sites */
export function requireOwnPage(ctx: Pick<ServiceContext, "env">, headers: Headers): void {
  if (isOwnPage(ctx, headers)) return;
  throw new AppError("forbidden", "Only pages of this site can use this endpoint");
}

/**
 * Browsers send the origin of a request. A client without one is not a browser and has no cookies.
 */
function isOwnPage({ env }: Pick<ServiceContext, "env">, headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOtherSite = site !== null && site !== "same-origin" && site !== "none";
  const isOwn =
    origin === null ||
    origin === new URL(env.publicUrl).origin ||
    (URL.canParse(origin) && new URL(origin).host === headers.get("host"));
  return isOwn && !isOtherSite;
}
