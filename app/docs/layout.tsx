import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { pageData } from "../page-data";

export function generateMetadata(): Metadata {
  // Here as well: the browser shows the title of a page's own metadata.
  if (pageData().brand.hidden.includes("docs")) notFound();
  return {};
}

/** The developers' docs, which an operator can leave out. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  if (pageData().brand.hidden.includes("docs")) notFound();
  return children;
}
