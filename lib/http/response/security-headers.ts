/**
 * Security headers of every response: `headers` alternates names and values; the policy is built
 * per response.
 */
export type SecurityHeaders = { headers: readonly string[]; policy(nonce: string): string };

const NONCE = "{nonce}";
/**
 * Relays messages to wallets on other devices, and verifies the page's origin for them in a frame.
 */
const WALLET_CONNECT = {
  connect: " wss://relay.walletconnect.org https://verify.walletconnect.org",
  frame: " https://verify.walletconnect.org",
} as const;
/**
 * Relays messages to the Coinbase Wallet app and returns the status of its batches. Its window is a
 * separate page that our policy does not govern.
 */
const COINBASE_WALLET =
  " https://www.walletlink.org wss://www.walletlink.org" +
  " https://rpc.wallet.coinbase.com https://chain-proxy.wallet.coinbase.com";
const CLOUDFLARE_VIDEOS = " https://*.cloudflarestream.com https://*.videodelivery.net";

/**
 * The headers of every response. Scripts run only with this response's nonce; inline styles are
 * allowed because chart and table libraries position with them.
 * @param options.isHttps whether the public URL is https (enables HSTS)
 * @param options.isDevelopment hot reload needs eval and a socket
 * @param options.hasOwnWallets pages offer external wallets, some of which open a window that
 * replies to the page (such windows keep their opener; otherwise no other origin's does)
 * @param options.hasWalletConnect pages offer wallets on other devices
 * @param options.hasCloudflareVideos pages upload videos to Cloudflare Stream and play them from
 * there
 */
export function securityHeaders(options: {
  isHttps: boolean;
  isDevelopment: boolean;
  hasCloudflareVideos: boolean;
  hasOwnWallets: boolean;
  hasWalletConnect: boolean;
}): SecurityHeaders {
  const { isHttps, isDevelopment, hasCloudflareVideos, hasOwnWallets, hasWalletConnect } = options;
  const remote = hasWalletConnect ? WALLET_CONNECT : { connect: "", frame: "" };
  const wallets = (hasOwnWallets ? COINBASE_WALLET : "") + remote.connect;
  const videos = hasCloudflareVideos ? CLOUDFLARE_VIDEOS : "";
  const directives = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${NONCE}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob:${videos}`,
    "media-src": `'self' blob:${videos}`,
    "font-src": "'self' data:",
    "connect-src": `'self'${isDevelopment ? " ws:" : ""}${videos}${wallets}`,
    "frame-src": `'self'${remote.frame}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    ...(isHttps ? { "upgrade-insecure-requests": "" } : {}),
  };
  const template = Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join("; ");
  const [before = "", after = ""] = template.split(NONCE);
  return {
    policy: (nonce) => before + nonce + after,
    headers: Object.entries({
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
      "Cross-Origin-Opener-Policy": hasOwnWallets ? "same-origin-allow-popups" : "same-origin",
      ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
    }).flat(),
  };
}
