import type { ServiceContext } from "@/lib/context";
import { pickSamples } from "./rules/samples";

/** Shorter than a minute, so that none is missed. */
export const SAMPLE_MS = 20_000;

/**
 * Samples the metrics of the console's charts once a minute: on the first server that claims the
 * minute.
 */
export async function sampleMetrics({
  ctx,
}: {
  ctx: Pick<ServiceContext, "clock" | "metrics" | "samples">;
}): Promise<void> {
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000);
  if (!(await ctx.samples.claim(minute))) return;
  const values = pickSamples((await ctx.metrics.render()).text);
  await ctx.samples.store({ minute, values });
  await ctx.samples.thin(minute);
}
