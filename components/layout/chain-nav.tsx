"use client";

import { usePathname } from "next/navigation";
import { useSiteFacts } from "@/components/layout/site-facts";
import { cn } from "@/components/ui/cn";
import { PageLink } from "@/components/ui/page-link";
import { CHAINS } from "@/lib/shared/chains";

/** Tabs of the chains with token lists. Plain links, so that they work without JavaScript. */
export function ChainNav({ className }: { className?: string }) {
  const pathname = usePathname();
  const items = [
    { href: "/explore", title: "All" },
    ...useSiteFacts().dataChains.map((slug) => ({ href: `/${slug}`, title: CHAINS[slug].name })),
  ];
  return (
    <nav data-slot="chain-nav" aria-label="Chains" className={className}>
      <ul className="flex gap-1">
        {items.map(({ href, title }) => {
          const current = pathname === href || (href === "/explore" && pathname === "/");
          const within = pathname.startsWith(`${href}/`);
          return (
            <li key={href} className="shrink-0">
              <PageLink
                href={href}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "block whitespace-nowrap rounded-control px-2.5 py-1.5 font-medium text-muted text-sm transition-colors hover:text-ink sm:px-3",
                  (current || within) && "bg-raised text-ink",
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
