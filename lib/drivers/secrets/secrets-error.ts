/**
 * This process cannot use the secrets of its installation, or would use different ones than the
 * other processes. A server must not start. The message names the variable, what was found and what
 * to do; it never contains a key or a secret.
 */
export class SecretsError extends Error {
  override readonly name: string = "SecretsError";
}
