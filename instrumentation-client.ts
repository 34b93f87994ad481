import { config } from "zod";

// Runs before any schema is built. Without it zod probes `new Function`, which the page's
// Content-Security-Policy refuses and reports.
config({ jitless: true });
