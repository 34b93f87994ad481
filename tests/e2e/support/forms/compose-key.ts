import type { Locator } from "playwright/test";

/**
 * Sends a key as an input method does while it composes a text, such as Japanese.
 * @param code 229 without `isComposing`, as Safari sends the key that ends a composition
 * @returns whether the page left the key to the browser
 */
export function composeKey(field: Locator, key: string, code?: 229): Promise<boolean> {
  return field.evaluate(
    (element, { key: name, code: keyCode }) => {
      const init = { key: name, bubbles: true, cancelable: true };
      const composing = keyCode === undefined ? { isComposing: true } : { keyCode };
      return element.dispatchEvent(new KeyboardEvent("keydown", { ...init, ...composing }));
    },
    { key, code },
  );
}
