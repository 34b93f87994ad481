"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { PageLink } from "@/components/ui/page-link";
import { isChainSlug } from "@/lib/shared/chains";
import { useSiteFacts } from "./site-facts";

const ITEMS = [
  { href: "/explore", title: "Explore", section: null },
  { href: "/launch", title: "Launch", section: null },
  { href: "/managers", title: "Managers", section: "managers" },
  { href: "/docs", title: "Docs", section: "docs" },
] as const;

/** Main navigation. Plain links, so that they work before and without JavaScript. */
export function MainNav({ className }: { className?: string }) {
  const pathname = usePathname();
  const { hidden } = useSiteFacts().brand;
  const items = ITEMS.filter(({ section }) => section === null || !hidden.includes(section));
  return (
    <nav data-slot="main-nav" aria-label="Main" className={className}>
      <ul className="flex gap-1">
        {items.map(({ href, title }) => {
          const isWithin = href === "/explore" ? isExplorer(pathname) : isBelow(pathname, href);
          return (
            <li key={href} className="shrink-0">
              <PageLink
                href={href}
                aria-current={pathname === href ? "page" : undefined}
                className={cn(
                  "block whitespace-nowrap rounded-control px-3 py-1.5 font-medium text-muted text-sm transition-colors hover:text-ink",
                  isWithin && "bg-raised text-ink",
                )}
              >
                {title}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function isBelow(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** The explorer, which returning visitors also get at `/`, and all pages of a chain. */
function isExplorer(pathname: string): boolean {
  return pathname === "/" || pathname === "/explore" || isChainSlug(pathname.split("/")[1] ?? "");
}
