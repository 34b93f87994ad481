import type { ServiceContext } from "@/lib/context";

/** Sends a test message to each channel. @returns a result for each */
export async function testAlerts({
  ctx,
}: {
  ctx: Pick<ServiceContext, "alertChannels" | "env">;
}): Promise<{ channel: string; error: unknown }[]> {
  const host = new URL(ctx.env.publicUrl).host;
  const text = `[test] Alerts of ${host} arrive here\n\nSomeone ran npm run alerts.\n`;
  return Promise.all(
    ctx.alertChannels.map(async ({ name, send }) => {
      try {
        await send(text);
        return { channel: name, error: null };
      } catch (error) {
        return { channel: name, error };
      }
    }),
  );
}
