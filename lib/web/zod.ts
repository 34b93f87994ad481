import { config } from "zod/v4";

/**
 * The browser's version of `zod` (`next.config.ts`). Without this setting zod probes `new
 * Function`, which the page's Content-Security-Policy refuses and reports.
 */
config({ jitless: true });

export * from "zod/v4";
