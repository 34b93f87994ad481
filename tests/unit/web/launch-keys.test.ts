import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  BY_SERVICE,
  forgetLaunch,
  launchKeyOf,
  noteRefused,
  noteSent,
  sentWith,
} from "@/lib/web/launch/launch-keys";

const SMALL = "a small launch";
const LARGE = "a large launch";
const ADA = "paid by Ada";
const GRACE = "paid by Grace";

describe("the idempotency key of a launch", () => {
  beforeEach(() => {
    const texts = new Map<string, string>();
    vi.stubGlobal("window", {
      addEventListener: () => undefined,
      localStorage: {
        getItem: (key: string) => texts.get(key) ?? null,
        setItem: (key: string, text: string) => texts.set(key, text),
        removeItem: (key: string) => texts.delete(key),
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is the same for each payer while the service may have launched it", () => {
    const key = launchKeyOf(SMALL, BY_SERVICE);
    noteSent(key, { request: BY_SERVICE, terms: BY_SERVICE, jobId: null });
    expect(launchKeyOf(SMALL, ADA)).toBe(key);
    // Another tab, or the draft after an edit.
    expect(launchKeyOf(LARGE, ADA)).not.toBe(key);
    expect(launchKeyOf(SMALL, BY_SERVICE)).toBe(key);
  });

  it("is kept for other terms while a wallet can still send it", () => {
    const key = launchKeyOf(SMALL, ADA);
    noteSent(key, { request: null, terms: ADA, jobId: null });
    noteSent(key, { request: "first", terms: ADA, jobId: "job" });
    noteSent(key, { request: "second", terms: ADA, jobId: "job" });
    noteRefused(key, "second");
    expect(sentWith(key)).toMatchObject({ jobId: "job", open: ["first"] });
    for (const terms of [null, ADA, GRACE, BY_SERVICE]) expect(launchKeyOf(SMALL, terms)).toBe(key);
  });

  it("is a new one for other terms after the wallet has declined", () => {
    const key = launchKeyOf(SMALL, ADA);
    noteSent(key, { request: "first", terms: ADA, jobId: "job" });
    noteRefused(key, "first");
    expect(launchKeyOf(SMALL, null)).toBe(key);
    expect(launchKeyOf(SMALL, ADA)).toBe(key);
    const other = launchKeyOf(SMALL, BY_SERVICE);
    expect(other).not.toBe(key);
    expect(launchKeyOf(SMALL, ADA)).toBe(other);
  });

  it("is kept when the wallet declines a launch that the service may have accepted", () => {
    const key = launchKeyOf(SMALL, BY_SERVICE);
    noteSent(key, { request: BY_SERVICE, terms: BY_SERVICE, jobId: null });
    noteSent(key, { request: "first", terms: ADA, jobId: null });
    noteRefused(key, "first");
    expect(launchKeyOf(SMALL, GRACE)).toBe(key);
  });

  it("is a new one once the outcome is known", () => {
    const key = launchKeyOf(SMALL, BY_SERVICE);
    noteSent(key, { request: BY_SERVICE, terms: BY_SERVICE, jobId: "job" });
    forgetLaunch("another job");
    expect(launchKeyOf(SMALL, BY_SERVICE)).toBe(key);
    forgetLaunch("job");
    expect(launchKeyOf(SMALL, BY_SERVICE)).not.toBe(key);
  });

  it("is kept however many other drafts are reviewed", () => {
    const key = launchKeyOf(SMALL, ADA);
    noteSent(key, { request: "first", terms: ADA, jobId: "job" });
    for (let edit = 0; edit < 30; edit += 1) launchKeyOf(`edit ${edit}`, ADA);
    expect(launchKeyOf(SMALL, ADA)).toBe(key);
  });
});
