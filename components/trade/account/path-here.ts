/** The page to return to after a sign-in that leaves it. */
export function pathHere(): string {
  return window.location.pathname;
}
