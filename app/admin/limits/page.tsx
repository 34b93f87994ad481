import type { Metadata } from "next";
import { LimitsPage } from "@/components/admin/limits/limits-page";

export const metadata: Metadata = { title: "Limits" };

export default function Limits() {
  return <LimitsPage />;
}
