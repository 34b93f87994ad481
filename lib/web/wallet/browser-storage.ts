/**
 * The browser's storage for the code of wallets. Browsers throw where the user has blocked it, and
 * while it is full: what is stored then is lost, and a connection lasts as long as the page.
 */
export const browserStorage = {
  keys: () => orElse([], () => Object.keys(window.localStorage)),
  getItem: (key: string) => orElse(null, () => window.localStorage.getItem(key)),
  setItem: (key: string, value: string) =>
    orElse(undefined, () => window.localStorage.setItem(key, value)),
  removeItem: (key: string) => orElse(undefined, () => window.localStorage.removeItem(key)),
};

function orElse<T>(otherwise: T, use: () => T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}
