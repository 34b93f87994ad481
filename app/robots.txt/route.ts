import { getContext } from "@/lib/context";

/** Its address and tokens are known only where it runs. */
export const dynamic = "force-dynamic";

/** Pages may be read by anybody; what only changes or costs something is no page. */
export function GET(): Response {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /rpc/",
    "Disallow: /sandbox/",
    "Disallow: /outbox",
    "Disallow: /account",
    "Disallow: /launch/",
    "",
    `Sitemap: ${getContext().env.publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain" } });
}
