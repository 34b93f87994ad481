import { PageLink } from "@/components/ui/page-link";
import { LogoMark } from "./logo";

const LINKS = [
  { href: "/docs", title: "Docs" },
  { href: "/docs/reference", title: "API reference" },
  { href: "/openapi/data.json", title: "Data OpenAPI" },
  { href: "/openapi/launch.json", title: "Launch OpenAPI" },
  { href: "/status", title: "Status" },
] as const;

export function Footer() {
  return (
    <footer data-slot="footer" className="mt-auto border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="flex items-center gap-2">
          <LogoMark className="size-5 text-faint" />
          Token names, images and links come from their creators and are not verified.
        </p>
        <nav aria-label="Footer" className="sm:ml-auto">
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {LINKS.map(({ href, title }) => (
              <li key={href}>
                {isPage(href) ? (
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

function isPage(href: string): boolean {
  return href.startsWith("/docs") || href === "/status";
}
