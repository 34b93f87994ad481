"use client";

import { usePathname } from "next/navigation";
import { useSiteFacts } from "@/components/layout/site-facts";
import { cn } from "@/components/ui/cn";
import { PageLink } from "@/components/ui/page-link";
import { docPages } from "@/lib/shared/doc-pages";

/** Guide navigation: a column beside the text, rows above it on phones. */
export function DocNav({ className }: { className?: string }) {
  const pathname = usePathname();
  const { brand } = useSiteFacts();
  return (
    <nav data-slot="doc-nav" aria-label="Docs" className={className}>
      <ul className="flex flex-wrap gap-1 lg:grid lg:gap-0.5">
        {docPages(brand).map(({ href, title }) => (
          <li key={href}>
            <PageLink
              href={href}
              aria-current={pathname === href ? "page" : undefined}
              className={cn(
                "block rounded-control border border-line px-2.5 py-1.5 text-muted text-sm hover:text-ink lg:border-transparent lg:px-3",
                pathname === href && "bg-raised font-medium text-ink",
              )}
            >
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
