import { PageLink } from "@/components/ui/page-link";
import { LogoMark } from "./logo";
import type { SiteFacts } from "./site-facts";

const LINKS = [
  { href: "/docs", title: "Docs", isPage: true },
  { href: "/docs/reference", title: "API reference", isPage: true },
  { href: "/openapi/data.json", title: "Data OpenAPI", isPage: false },
  { href: "/openapi/launch.json", title: "Launch OpenAPI", isPage: false },
  { href: "/status", title: "Status", isPage: true },
] as const;

/** @param legal The operator's texts. */
export function Footer({ legal }: Pick<SiteFacts, "legal">) {
  const pages = legal.map(({ name, title }) => ({ href: `/legal/${name}`, title, isPage: true }));
  return (
    <footer data-slot="footer" className="mt-auto border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="flex items-center gap-2">
          <LogoMark className="size-5 text-faint" />
          Token names, images and links come from their creators and are not verified.
        </p>
        <nav aria-label="Footer" className="sm:ml-auto">
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {[...LINKS, ...pages].map(({ href, title, isPage }) => (
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
