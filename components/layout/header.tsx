import { BookOpen } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { AccountButton } from "@/components/wallet/account-button";
import { ChainNav } from "./chain-nav";
import { LogoMark } from "./logo";
import { SandboxBadge } from "./sandbox-badge";
import { ThemeMenu } from "./theme-menu";

export function Header() {
  return (
    <header
      data-slot="header"
      className="sticky top-0 z-40 border-b bg-canvas/85 backdrop-blur-md supports-[not(backdrop-filter:blur(0))]:bg-canvas"
    >
      <div className="mx-auto flex h-14 max-w-page items-center gap-3 px-4 sm:h-16 sm:px-6">
        <Link href="/" className="flex items-center gap-2.5">
          <LogoMark />
          <span className="font-bold text-[1.0625rem] tracking-tight">Slipway</span>
        </Link>
        <ChainNav className="ml-4 hidden md:block" />
        <div className="ml-auto flex items-center gap-1">
          <SandboxBadge />
          <Link
            href="/docs"
            className={cn(buttonClass({ variant: "ghost", size: "small" }), "h-9")}
          >
            <BookOpen aria-hidden="true" className="size-4" />
            Docs
          </Link>
          <ThemeMenu />
          <AccountButton />
        </div>
      </div>
      <ChainNav className="overflow-x-auto border-t px-3 py-1.5 [scrollbar-width:none] md:hidden" />
    </header>
  );
}
