import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { AdminShell } from "@/components/admin/admin-shell";
import { pageData } from "../page-data";

export function generateMetadata(): Metadata {
  if (!pageData().hasConsole) return {};
  return {
    title: { default: "Console", template: "%s · Console" },
    description: "The operator’s console.",
    robots: { index: false },
  };
}

/** The shell of every page of the console. Without administrators the pages do not exist. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await connection();
  if (!pageData().hasConsole) notFound();
  return <AdminShell>{children}</AdminShell>;
}
