import { pino } from "pino";
import { expect, it } from "vitest";
import { z } from "zod";
import { openPipeline } from "../../support/open-pipeline";

const line = z.object({ msg: z.string(), path: z.string().optional() });
const paths: (string | undefined)[] = [];
const log = pino(
  { level: "info" },
  {
    write(text: string) {
      const { msg, path } = line.parse(JSON.parse(text));
      if (msg === "request") paths.push(path);
    },
  },
);
const baseUrl = openPipeline({ parts: { log } });

it("logs requests, but no probe of load balancers and monitoring", async () => {
  const sent = ["/first", "/livez", "/readyz", "/healthz", "/metrics", "/last"];
  for (const path of sent) await (await fetch(`${baseUrl()}${path}`)).text();
  await expect.poll(() => paths).toContain("/last");
  expect(paths).toEqual(["/first", "/last"]);
});
