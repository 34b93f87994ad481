import { PageLink } from "@/components/ui/page-link";
import { BrandMark } from "./brand-mark";
import type { SiteFacts } from "./site-facts";

const LINKS = [
  { href: "/about", title: "How it works", isPage: true, section: null },
  { href: "/docs", title: "Docs", isPage: true, section: "docs" },
  { href: "/docs/reference", title: "API reference", isPage: true, section: "docs" },
  { href: "/openapi/data.json", title: "Data OpenAPI", isPage: false, section: "docs" },
  { href: "/openapi/launch.json", title: "Launch OpenAPI", isPage: false, section: "docs" },
  { href: "/status", title: "Status", isPage: true, section: null },
] as const;

/** @param legal The operator's texts. */
export function Footer({ legal, brand }: Pick<SiteFacts, "legal" | "brand">) {
  const { links, hidden } = brand;
  const own = links.map((link) => ({ ...link, isPage: false }));
  const ours = LINKS.filter(({ section }) => section === null || !hidden.includes(section));
  const pages = legal.map(({ name, title }) => ({ href: `/legal/${name}`, title, isPage: true }));
  return (
    <footer data-slot="footer" className="mt-auto border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="flex items-center gap-2">
          <BrandMark logo={brand.logo} className="size-5 text-faint" />
          Token names, images and links come from their creators and are not verified.
        </p>
        <nav aria-label="Footer" className="sm:ml-auto">
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {[...own, ...ours, ...pages].map(({ href, title, isPage }) => (
              <li key={href}>
                {isPage ? (
                  <PageLink href={href} className="hover:text-ink">
                    {title}
                  </PageLink>
                ) : (
                  <a href={href} className="hover:text-ink">
                    {title}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
