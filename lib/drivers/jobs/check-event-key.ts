import { timeoutSignal } from "@/lib/shared/abort";

/** The event API of Inngest Cloud. */
const CLOUD_URL = "https://inn.gs";
const TIMEOUT_MS = 3_000;

/**
 * Sends an event that no function receives, because the job engine checks its key only then.
 * @returns null if the engine accepted it
 */
export async function checkEventKey(options: {
  eventKey: string;
  baseUrl: string | null;
}): Promise<{ isRefused: boolean; text: string } | null> {
  const url = new URL(`/e/${encodeURIComponent(options.eventKey)}`, options.baseUrl ?? CLOUD_URL);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ name: "slipway/doctor.checked", data: {} }]),
      signal: timeoutSignal(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return null;
    const isRefused = response.status >= 400 && response.status < 500;
    return { isRefused, text: `status ${response.status}` };
  } catch (error) {
    return { isRefused: false, text: error instanceof Error ? error.message : String(error) };
  }
}
