"use client";

import { createContext, useContext } from "react";
import { type AdminRole, hasRole } from "@/lib/features/admin/rules/role";
import type { AdminSessionAnswer } from "@/lib/features/admin/schema";

export const AdminContext = createContext<AdminSessionAnswer | null>(null);

/** The signed-in administrator. Only inside the console's shell. */
function useAdmin(): AdminSessionAnswer {
  const admin = useContext(AdminContext);
  if (admin === null) throw new Error("The console has no administrator");
  return admin;
}

/** Whether the administrator has this role. The API checks it again. */
export function useHasRole(role: AdminRole): boolean {
  return hasRole(useAdmin().role, role);
}
