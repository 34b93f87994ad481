import { getContext } from "@/lib/context";
import { listPages } from "@/lib/services/system/list-pages";

/** Its address and tokens are known only where it runs. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const ctx = getContext();
  const pages = await listPages({ ctx });
  const urls = pages.map(({ path, modifiedAt }) => {
    const modified =
      modifiedAt === null ? "" : `<lastmod>${new Date(modifiedAt * 1_000).toISOString()}</lastmod>`;
    return `<url><loc>${escapeXml(ctx.env.publicUrl + path)}</loc>${modified}</url>`;
  });
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(head + body, {
    headers: { "Content-Type": "application/xml", "Cache-Control": "public, max-age=300" },
  });
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
