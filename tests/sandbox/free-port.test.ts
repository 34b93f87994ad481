import { expect, it } from "vitest";
import { freePort } from "@/sandbox/process/free-port";

/** Enough draws from 12,000 ports that some would repeat. */
const PORTS = 600;

it("returns no port twice before its first receiver can bind it", async () => {
  const ports = new Set<number>();
  for (let count = 0; count < PORTS; count += 1) ports.add(await freePort());
  expect(ports.size).toBe(PORTS);
});
