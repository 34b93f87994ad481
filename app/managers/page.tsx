import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { ManagersView } from "@/components/managers/managers-view";
import { pageData } from "../page-data";

export function generateMetadata(): Metadata {
  // Here as well: the browser shows the title of a page's own metadata.
  if (pageData().brand.hidden.includes("managers")) notFound();
  return {
    title: "Fee managers",
    description: "Create or look up contracts that share the fees of many tokens.",
  };
}

export default function Managers() {
  const { brand } = pageData();
  if (brand.hidden.includes("managers")) notFound();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Fee managers</h1>
      <p className="mt-2 mb-6 max-w-xl text-muted">
        A manager shares the fees of every token launched with it. A revenue manager takes a share
        for a platform; a fee split pays up to 100 recipients. {brand.name} creates it and pays the
        gas.
      </p>
      <Suspense>
        <ManagersView />
      </Suspense>
    </div>
  );
}
