const LOOK_MS = 300;

/**
 * A page that a wallet's library opens says when it is closed, but only once it has loaded, and the
 * library waits for it for ever. From now on it is said in the page's stead.
 * @param origin of the wallet's page
 * @param message what the page would have said
 */
export function answerForClosedPopups(origin: string, message: unknown): void {
  const open = window.open.bind(window);
  let latest: Window | null = null;
  window.open = (url, target, features) => {
    const popup = open(url, target, features);
    if (popup === null || url === undefined) return popup;
    if (new URL(url, window.location.href).origin !== origin) return popup;
    latest = popup;
    const timer = setInterval(() => {
      const isLatest = latest === popup;
      if (isLatest && !popup.closed) return;
      clearInterval(timer);
      if (isLatest) window.dispatchEvent(new MessageEvent("message", { origin, data: message }));
    }, LOOK_MS);
    return popup;
  };
}
