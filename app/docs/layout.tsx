import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { pageData } from "../page-data";

/** The developers' docs, which an operator can leave out. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  if (pageData().brand.hidden.includes("docs")) notFound();
  return children;
}
