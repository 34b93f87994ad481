import type { Socials } from "@/lib/features/market/schema/tokens";
import { safeLinks } from "./safe-links";

/** The creator's links: `nofollow` and untrusted. */
export function TokenLinks({ socials }: { socials: Socials }) {
  const links = safeLinks(socials);
  if (links.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {links.map(({ title, url, host }) => (
        <li key={title} className="min-w-0">
          <a
            href={url}
            target="_blank"
            rel="nofollow noopener noreferrer ugc"
            className="flex min-h-9 items-center gap-2 rounded-control border border-line px-3 text-sm hover:bg-raised"
          >
            {title}
            <bdi className="truncate text-faint text-xs">{host}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
