import { onlineManager } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { OfflineError, runOnline } from "@/lib/web/run-online";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";

afterEach(() => onlineManager.setOnline(true));

describe("runOnline", () => {
  it("refuses to start while the browser is offline, and does not start later", async () => {
    const work = vi.fn(async () => "sent");
    onlineManager.setOnline(false);
    await expect(runOnline(work)).rejects.toThrow(OfflineError);
    onlineManager.setOnline(true);
    expect(work).not.toHaveBeenCalled();
    await expect(runOnline(work)).resolves.toBe("sent");
  });

  it("resumes what was sent before once the browser is online", async () => {
    const work = vi.fn(async () => "mined");
    onlineManager.setOnline(false);
    const resumed = runOnline(work, true);
    expect(work).not.toHaveBeenCalled();
    onlineManager.setOnline(true);
    await expect(resumed).resolves.toBe("mined");
  });

  it("has an explanation for traders and for users who sign in", () => {
    expect(explainTradeError(new OfflineError())).toMatchObject({ code: "network", next: "retry" });
    expect(explainSignInError(new OfflineError())).toEqual({
      title: "You’re offline",
      next: "Try again when you are online.",
    });
  });
});
