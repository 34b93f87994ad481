import { config } from "zod/v4";
import { issueText } from "@/lib/shared/text/issue-text";

/**
 * The browser's version of `zod` (`next.config.ts`). Without `jitless` zod probes `new Function`,
 * which the page's Content-Security-Policy refuses and reports.
 */
config({ jitless: true, localeError: issueText });

export * from "zod/v4";
