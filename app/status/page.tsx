import type { Metadata } from "next";
import { StatusView } from "@/components/status/status-view";

export const metadata: Metadata = {
  title: "Status",
  description: "Status of launches, trades and prices per chain.",
};

export default function StatusPage() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="mb-6 font-bold text-3xl tracking-tight sm:text-4xl">Status</h1>
      <StatusView />
    </div>
  );
}
