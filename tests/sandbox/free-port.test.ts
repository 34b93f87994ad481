import { expect, it } from "vitest";
import { freePort } from "@/sandbox/process/free-port";

/** Enough that some would be drawn twice from the 12,000 that there are. */
const PORTS = 600;

it("names no port again while the first to receive it may not listen yet", async () => {
  const ports = new Set<number>();
  for (let count = 0; count < PORTS; count += 1) ports.add(await freePort());
  expect(ports.size).toBe(PORTS);
});
