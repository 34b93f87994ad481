import { describe, expect, it } from "vitest";
import { securityHeaders } from "@/lib/http/security-headers";

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

describe("the content security policy", () => {
  it("lets scripts run by their nonce only, and nothing come from elsewhere", () => {
    const policy = policyOf({});
    expect(policy.get("script-src")).toBe("'self' 'nonce-n0nce' 'strict-dynamic'");
    expect(policy.get("connect-src")).toBe("'self'");
    expect([...policy.values()].join(" ")).not.toMatch(/https?:|unsafe-eval/);
  });

  it("lets pages reach Cloudflare Stream where videos are kept there, and run nothing of it", () => {
    const policy = policyOf({ hasCloudflareVideos: true });
    for (const name of ["connect-src", "media-src", "img-src"]) {
      expect(policy.get(name)).toContain(CLOUDFLARE);
    }
    for (const name of ["script-src", "default-src", "worker-src", "form-action"]) {
      expect(policy.get(name)).not.toContain("cloudflare");
    }
  });

  it("lets pages reach wallets on other devices where that is configured, and run nothing of it", () => {
    const policy = policyOf({ hasWalletConnect: true });
    expect(policy.get("connect-src")).toBe(
      "'self' wss://relay.walletconnect.org https://verify.walletconnect.org",
    );
    expect(policy.get("frame-src")).toBe("'self' https://verify.walletconnect.org");
    for (const name of ["script-src", "default-src", "img-src", "form-action"]) {
      expect(policy.get(name)).not.toContain("walletconnect");
    }
  });

  it("lets pages reach Coinbase Wallet where people's own wallets are offered, and run nothing of it", () => {
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

describe("the opener policy", () => {
  const openerPolicyOf = (hasOwnWallets: boolean) => {
    const { headers } = securityHeaders({ ...OPTIONS, hasOwnWallets });
    return headers[headers.indexOf("Cross-Origin-Opener-Policy") + 1];
  };

  it("parts pages from all windows of other origins", () => {
    expect(openerPolicyOf(false)).toBe("same-origin");
  });

  it("lets a page and the windows that it opens itself talk where wallets need that", () => {
    expect(openerPolicyOf(true)).toBe("same-origin-allow-popups");
  });
});
