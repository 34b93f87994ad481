const LOOK_MS = 300;

/**
 * A wallet's popup reports that it was closed only after it has loaded; otherwise its library waits
 * forever. After this call the message is sent on behalf of every popup that closes.
 * @param origin of the wallet's page
 * @param message the message that the page would have sent
 */
export function reportClosedPopups(origin: string, message: unknown): void {
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
