import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { liveness } from "@/lib/features/system/schema";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { dataUri, draw } from "../../setup/media/images";

const PATH = "/api/v1/base-sepolia/launch-memecoin";
const pidFile = z.object({ pid: z.number().int().positive() });

/**
 * Suspends the rate-limit store, so that it accepts connections and never answers. Returns when the
 * launchpad, which other files use next, has noticed that it is back.
 */
async function withoutStore(act: () => Promise<void>): Promise<void> {
  const path = join(inject("dataDir"), "run", "store.json");
  const { pid } = pidFile.parse(JSON.parse(await readFile(path, "utf8")));
  process.kill(pid, "SIGSTOP");
  try {
    await act();
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const isBack = async () => liveness.parse((await request("/livez")).body).checks.store;
  await expect.poll(isBack).toBe(true);
}

describe("POST launch-memecoin: 503", () => {
  it("rejects launches and uploads while the rate-limit store is down; reads continue", async () => {
    const caller = newCaller();
    await withoutStore(async () => {
      const launch = await request(PATH, { body: launchBody(), caller });
      expect(launch).toMatchObject({
        status: 503,
        body: { success: false, code: "dependency_unavailable" },
      });
      expect(Number(launch.headers.get("retry-after"))).toBeGreaterThan(0);
      const base64Image = dataUri(await draw(16, 16).png().toBuffer());
      const upload = await request("/api/v1/upload-image", { body: { base64Image } });
      expect(upload).toMatchObject({ status: 503, body: { code: "dependency_unavailable" } });
      const reads = ["/v1/base-sepolia/tokens", "/api/v1/config", "/livez"];
      for (const path of reads) expect((await request(path)).status).toBe(200);
    });
    expect((await request(PATH, { body: launchBody(), caller })).status).toBe(200);
  });
});
