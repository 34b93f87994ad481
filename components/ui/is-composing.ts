/** Key code of a key that an input method handles. */
const HANDLED = 229;

/**
 * Whether a key belongs to an input method, which composes text such as Japanese: Enter accepts the text, the
 * arrows choose one, Escape discards it. Safari reports the key that ends a composition after its end, with
 * this code only.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === HANDLED;
}

/** For `onEscapeKeyDown` of panels: Escape discards the text that is composed, not the panel. */
export function keepOpenWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}
