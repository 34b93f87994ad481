import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readMessage } from "@/lib/features/users/prove-wallet";
import { signInWithWallet } from "@/lib/web/account/sign-in-with-wallet";
import { signInAdmin } from "@/lib/web/admin/sign-in-admin";
import { learnServerTime, serverSeconds } from "@/lib/web/server-time";

const NOW = 1_700_000_000;
const ORIGIN = "https://launchpad.example";
const NONCE = "c5f0a1b2c3d4";

describe("the service's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW * 1_000 });
    // The navigation began 3 s ago.
    vi.spyOn(performance, "now").mockReturnValue(3_000);
  });
  afterEach(() => {
    learnServerTime(Math.floor(Date.now() / 1_000));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each([
    ["is 11 minutes ahead", -660],
    ["is a day behind", 86_400],
  ])("is known although the browser's clock %s", (_name, difference) => {
    learnServerTime(NOW - 3 + difference);
    expect(serverSeconds()).toBe(NOW + difference);
    vi.setSystemTime((NOW + 90) * 1_000);
    expect(serverSeconds()).toBe(NOW + difference + 90);
    expect(serverSeconds(NOW * 1_000)).toBe(NOW + difference);
  });

  it("is the browser's clock if the document took as long to arrive", () => {
    learnServerTime(NOW + 7);
    expect(serverSeconds()).toBe(NOW);
    learnServerTime(NOW - 13);
    expect(serverSeconds()).toBe(NOW);
  });

  it.each([
    ["an hour ahead", "an account", -3_600, signInWithWallet],
    ["an hour behind", "an account", 3_600, signInWithWallet],
    ["two minutes ahead", "the console", -120, signInAdmin],
    ["an hour behind", "the console", 3_600, signInAdmin],
  ])("is the time of a sign-in message of a browser %s, for %s", async (...given) => {
    const [, , difference, signIn] = given;
    vi.stubGlobal("window", { location: new URL(ORIGIN) });
    vi.stubGlobal("fetch", async (url: string | URL) =>
      Response.json(
        `${url}`.includes("/admin/")
          ? { nonce: NONCE, expiresAt: NOW + difference + 600 }
          : { csrfToken: NONCE },
      ),
    );
    learnServerTime(NOW - 3 + difference);
    const { address } = privateKeyToAccount(`0x${"1".repeat(64)}`);
    let message = "";
    const sign = async (text: string) => {
      message = text;
      throw new Error("signed");
    };
    await expect(signIn({ address, chainId: 1, sign })).rejects.toThrow("signed");
    const clock = { now: () => new Date((NOW + difference) * 1_000) };
    expect(readMessage({ clock }, { message, origin: ORIGIN, nonce: NONCE })).not.toBeNull();
  });
});
