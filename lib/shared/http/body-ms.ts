/** The speed of a bad mobile connection. */
const BYTES_PER_MS = 256;

/**
 * How long a body of so many bytes may take to arrive, in milliseconds. The service waits for it as
 * long, so a client that waits less gives up requests that would succeed.
 */
export function bodyMs(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_MS);
}
