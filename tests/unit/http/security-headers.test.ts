import { describe, expect, it } from "vitest";
import { securityHeaders } from "@/lib/http/response/security-headers";

const OPTIONS = {
  isHttps: true,
  isDevelopment: false,
  hasCloudflareVideos: false,
  hasOwnWallets: false,
  hasWalletConnect: false,
};
const CLOUDFLARE = "https://*.cloudflarestream.com https://*.videodelivery.net";

function policyOf(options: Partial<typeof OPTIONS>): Map<string, string> {
  const { policy } = securityHeaders({ ...OPTIONS, ...options });
  return new Map(
    policy("n0nce")
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")] as const;
      }),
  );
}

describe("content security policy", () => {
  it("allows scripts by nonce only, and no external sources", () => {
    const policy = policyOf({});
    expect(policy.get("script-src")).toBe("'self' 'nonce-n0nce' 'strict-dynamic'");
    expect(policy.get("connect-src")).toBe("'self'");
    expect([...policy.values()].join(" ")).not.toMatch(/https?:|unsafe-eval/);
  });

  it("allows pages to reach Cloudflare Stream where it stores videos, without running its code", () => {
    const policy = policyOf({ hasCloudflareVideos: true });
    for (const name of ["connect-src", "media-src", "img-src"]) {
      expect(policy.get(name)).toContain(CLOUDFLARE);
    }
    for (const name of ["script-src", "default-src", "worker-src", "form-action"]) {
      expect(policy.get(name)).not.toContain("cloudflare");
    }
  });

  it("allows pages to reach WalletConnect where it is configured, without running its code", () => {
    const policy = policyOf({ hasWalletConnect: true });
    expect(policy.get("connect-src")).toBe(
      "'self' wss://relay.walletconnect.org https://verify.walletconnect.org",
    );
    expect(policy.get("frame-src")).toBe("'self' https://verify.walletconnect.org");
    for (const name of ["script-src", "default-src", "img-src", "form-action"]) {
      expect(policy.get(name)).not.toContain("walletconnect");
    }
  });

  it("allows pages to reach Coinbase Wallet where external wallets are offered, without running its code", () => {
    const policy = policyOf({ hasOwnWallets: true });
    expect(policy.get("connect-src")).toBe(
      "'self' https://www.walletlink.org wss://www.walletlink.org " +
        "https://rpc.wallet.coinbase.com https://chain-proxy.wallet.coinbase.com",
    );
    for (const [name, sources] of policy) {
      if (name !== "connect-src") expect(sources).not.toMatch(/coinbase|walletlink/);
    }
  });
});

describe("opener policy", () => {
  const openerPolicyOf = (hasOwnWallets: boolean) => {
    const { headers } = securityHeaders({ ...OPTIONS, hasOwnWallets });
    return headers[headers.indexOf("Cross-Origin-Opener-Policy") + 1];
  };

  it("isolates pages from all windows of other origins", () => {
    expect(openerPolicyOf(false)).toBe("same-origin");
  });

  it("allows a page to talk to the windows that it opens where wallets need that", () => {
    expect(openerPolicyOf(true)).toBe("same-origin-allow-popups");
  });
});
