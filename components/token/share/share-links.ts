/** Pages of other services that prepare a post with a link. */
const SERVICES = [
  { title: "X", page: "https://x.com/intent/post", link: "url" },
  { title: "Farcaster", page: "https://farcaster.xyz/~/compose", link: "embeds[]" },
  { title: "Telegram", page: "https://t.me/share/url", link: "url" },
] as const;

/** Links that open a prepared post about a URL. */
export function shareLinks(post: { url: string; text: string }): { title: string; href: string }[] {
  return SERVICES.map(({ title, page, link }) => {
    const query = new URLSearchParams({ text: post.text, [link]: post.url });
    return { title, href: `${page}?${query}` };
  });
}
