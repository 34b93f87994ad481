import type { AdminRole } from "@/lib/features/admin/rules/role";

/** The pages of the console. A page is shown to its role and those above. */
export const ADMIN_SECTIONS: readonly { href: string; title: string; role: AdminRole }[] = [
  { href: "/admin", title: "Overview", role: "viewer" },
  { href: "/admin/moderation", title: "Moderation", role: "moderator" },
  { href: "/admin/jobs", title: "Jobs", role: "viewer" },
  { href: "/admin/limits", title: "Limits", role: "viewer" },
  { href: "/admin/audit", title: "Audit log", role: "viewer" },
];
