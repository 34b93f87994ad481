import { PageLink } from "@/components/ui/page-link";
import { AccountButton } from "@/components/wallet/account-button";
import { BrandMark } from "./brand-mark";
import { MainNav } from "./main-nav";
import { SandboxBadge } from "./sandbox-badge";
import type { SiteBrand } from "./site-facts";
import { SiteSearch } from "./site-search";
import { ThemeMenu } from "./theme-menu";

export function Header({ brand }: { brand: SiteBrand }) {
  return (
    <header
      data-slot="header"
      className="sticky top-0 z-40 border-b bg-canvas/85 backdrop-blur-md supports-[not(backdrop-filter:blur(0))]:bg-canvas"
    >
      <div className="mx-auto flex h-14 max-w-page items-center gap-3 px-4 sm:h-16 sm:px-6">
        <PageLink href="/" className="flex items-center gap-2.5">
          <BrandMark logo={brand.logo} />
          <span className="font-bold text-[1.0625rem] tracking-tight max-sm:sr-only">
            {brand.name}
          </span>
        </PageLink>
        <MainNav className="ml-3 hidden lg:block" />
        <SiteSearch className="ml-auto min-w-0 flex-1 lg:max-w-72" />
        <div className="flex items-center gap-1">
          <SandboxBadge />
          <ThemeMenu />
          <AccountButton />
        </div>
      </div>
      <MainNav className="overflow-x-auto border-t px-3 py-1.5 [scrollbar-width:none] lg:hidden" />
    </header>
  );
}
