"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "@/lib/web/create-query-client";
import { type SiteFacts, SiteFactsProvider } from "./site-facts";

/** `nonce` allows the theme's inline script under the page's Content-Security-Policy. */
export function Providers({
  nonce,
  facts,
  children,
}: {
  nonce: string | undefined;
  facts: SiteFacts;
  children: ReactNode;
}) {
  const [queryClient] = useState(createQueryClient);
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      {...(nonce === undefined ? {} : { nonce })}
    >
      <QueryClientProvider client={queryClient}>
        <SiteFactsProvider facts={facts}>{children}</SiteFactsProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
