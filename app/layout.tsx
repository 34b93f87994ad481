import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { focusSearchOnSlash } from "@/components/layout/focus-search-on-slash";
import { Footer } from "@/components/layout/footer";
import { Header } from "@/components/layout/header";
import { holdEarlyPresses } from "@/components/layout/hold-early-presses";
import { keepFocus } from "@/components/layout/keep-focus";
import { OfflineBanner } from "@/components/layout/offline-banner";
import { Providers } from "@/components/layout/providers";
import { surviveTranslation } from "@/components/layout/survive-translation";
import { numberMarks } from "@/lib/web/format/number-marks";
import "./globals.css";
import { brandStyle } from "./brand-style";
import { pageData } from "./page-data";
import { sharing } from "./page-head";

// A late font is used from the next page on: swapping it in would shift the layout.
const archivo = localFont({
  src: "../node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-archivo",
  display: "optional",
  adjustFontFallback: "Arial",
});
const geistMono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-geist-mono",
  display: "optional",
  adjustFontFallback: false,
  preload: true,
});

/** Runs before all other scripts of a page. */
const EARLY_SCRIPT = [holdEarlyPresses, focusSearchOnSlash, keepFocus, surviveTranslation]
  .map((run) => `(${run})();`)
  .join("");

export function generateMetadata(): Metadata {
  const { brand, publicUrl } = pageData();
  const { name, description } = brand;
  const title = `${name}: ${brand.tagline.charAt(0).toLowerCase()}${brand.tagline.slice(1)}`;
  return {
    metadataBase: publicUrl,
    title: { default: title, template: `%s · ${name.replaceAll("%s", "")}` },
    description,
    applicationName: name,
    ...sharing({ title, description, path: "/", picture: "/share" }),
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3f6f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0c1116" },
  ],
  colorScheme: "light dark",
  // Without it, browsers report no safe area for the trade bar.
  viewportFit: "cover",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the nonce makes every page dynamic, as the Content-Security-Policy requires.
  const reading = headers();
  // Taken before anything is awaited: the page's data must not be older.
  const positions = pageData().positions.now();
  const request = await reading;
  const nonce = request.get("x-nonce") ?? undefined;
  const { brand } = pageData();
  const facts = {
    ...pageData().facts,
    isPhone: isFromPhone(request),
    renderedAt: Math.floor(Date.now() / 1_000),
    positions,
  };
  return (
    <html
      lang="en"
      data-marks={numberMarks()}
      className={`${archivo.variable} ${geistMono.variable}`}
      suppressHydrationWarning
    >
      <body className="flex flex-col">
        {/* Shown in one piece: a partial page shifts and is laid out twice. */}
        <link rel="expect" href="#page-end" blocking="render" />
        {brand.colors !== null && <style nonce={nonce}>{brandStyle(brand.colors)}</style>}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own functions
          dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }}
        />
        <Providers nonce={nonce} facts={facts}>
          <a
            href="#main"
            className="-translate-y-20 fixed top-2 left-2 z-50 rounded-control bg-accent px-4 py-2 font-medium text-accent-ink focus-visible:translate-y-0"
          >
            Skip to content
          </a>
          <Header brand={facts.brand} />
          <main
            id="main"
            tabIndex={-1}
            className="flex min-h-[calc(100dvh-4rem)] flex-col focus-visible:outline-none"
          >
            {children}
          </main>
          <Footer legal={facts.legal} brand={facts.brand} />
          <span id="page-end" hidden />
          <OfflineBanner />
        </Providers>
      </body>
    </html>
  );
}

/** Not every browser sends the hint; every phone names itself one in `User-Agent`. */
function isFromPhone(request: Headers): boolean {
  const hint = request.get("sec-ch-ua-mobile");
  return hint === null ? /Mobi/.test(request.get("user-agent") ?? "") : hint === "?1";
}
