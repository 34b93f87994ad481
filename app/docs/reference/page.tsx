import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { DocNav } from "@/components/docs/doc-nav";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint of the Launch API and the Data API, with examples that you can run.",
};

export default function ReferencePage() {
  return (
    <>
      <section aria-labelledby="reference-title" className="border-b">
        <div className="mx-auto grid w-full max-w-page gap-4 px-4 py-5 sm:px-6">
          <h1 id="reference-title" className="sr-only">
            API reference
          </h1>
          <DocNav className="[&_ul]:flex [&_a]:border-line" />
        </div>
      </section>
      <ApiReference />
    </>
  );
}
