import { expect, it } from "vitest";
import { progressOf } from "@/components/launch/review/progress-text";
import { formatClockTime } from "@/lib/web/format/format-time";

it("names the time until which a wallet can send a launch", () => {
  const until = new Date(2026, 0, 1, 12, 5).getTime() / 1_000;
  const wait = { isWaitingForNetwork: false, phase: "wallet", permitUntil: until } as const;
  expect(progressOf(wait)).toBe(
    `Confirm the transaction in your wallet. It can be sent until ${formatClockTime(until)}.`,
  );
  expect(formatClockTime(until)).toMatch(/\d{1,2}:05/);
});
