import type { ReactNode } from "react";
import { DocNav } from "@/components/docs/doc-nav";

export default function GuideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-7 px-4 py-7 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:py-10">
      <DocNav className="lg:sticky lg:top-24" />
      {children}
    </div>
  );
}
