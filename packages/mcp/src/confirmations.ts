/**
 * Confirm tokens, which bind a launch to the parameters that were previewed. They do not bind it to an
 * address, which may change before a lost response is repeated: a second preview would launch a
 * second token. A stolen token can only repeat the previewed launch.
 */
export type Confirmations = {
  /** A token for these parameters. */
  issue(parameters: object): { token: string; expiresAt: number; idempotencyKey: string };
  /**
   * The `Idempotency-Key` of a token's launch, the same for every use of the token; null if the token
   * is not valid for these parameters.
   */
  redeem(token: string, parameters: object): { idempotencyKey: string } | "expired" | null;
};

/** How long a token is valid, in seconds. */
export const CONFIRM_SECONDS = 600;
const TOKEN = /^(\d{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{20,64})$/;

/**
 * Signs tokens, so that nothing is stored: every server with the same key accepts them.
 * @param options.sign a message authentication code of a text, in base64url
 * @param options.now milliseconds
 */
export function createConfirmations(options: {
  sign: (text: string) => string;
  now: () => number;
}): Confirmations {
  const { sign, now } = options;
  const signatureOf = (expiresAt: number, nonce: string, parameters: object) =>
    sign(["mcp confirm token", expiresAt, nonce, canonical(parameters)].join("\n"));
  return {
    issue(parameters) {
      const expiresAt = Math.floor(now() / 1_000) + CONFIRM_SECONDS;
      const nonce = newNonce();
      const token = `${expiresAt}.${nonce}.${signatureOf(expiresAt, nonce, parameters)}`;
      return { token, expiresAt, idempotencyKey: keyOf(nonce) };
    },
    redeem(token, parameters) {
      const [, expires = "", nonce = "", signature = ""] = TOKEN.exec(token) ?? [];
      const expiresAt = Number(expires);
      if (nonce === "") return null;
      if (!isEqual(signature, signatureOf(expiresAt, nonce, parameters))) return null;
      return expiresAt * 1_000 <= now() ? "expired" : { idempotencyKey: keyOf(nonce) };
    },
  };
}

const keyOf = (nonce: string) => `mcp-${nonce}`;

/** 128 random bits in base64url. */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Buffer.from(bytes).toString("base64url");
}

/** Takes the same time wherever the texts differ. */
function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** JSON with sorted keys: equal for equal parameters in any order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
