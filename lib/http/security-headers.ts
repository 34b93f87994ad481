/**
 * The headers of every answer. Scripts run only with this answer's nonce; inline styles are allowed
 * because chart and table libraries position with them.
 * @param options.isHttps whether people reach the service over https (then HSTS is on)
 * @param options.isDevelopment hot reload needs eval and a socket
 */
export function securityHeaders(options: {
  nonce: string;
  isHttps: boolean;
  isDevelopment: boolean;
}): Record<string, string> {
  const { nonce, isHttps, isDevelopment } = options;
  const policy = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self' data:",
    "connect-src": isDevelopment ? "'self' ws:" : "'self'",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    ...(isHttps ? { "upgrade-insecure-requests": "" } : {}),
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`.trim())
      .join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
