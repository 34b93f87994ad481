/** The speed of a bad mobile connection. */
const BYTES_PER_MS = 256;

/**
 * Milliseconds that a body of this size may take to arrive. The service waits as long; a client with a
 * shorter timeout gives up requests that would succeed.
 */
export function bodyMs(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_MS);
}
