/** The name of this launchpad for code outside of React: the page's `application-name`. */
export function siteName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? window.location.host;
}
