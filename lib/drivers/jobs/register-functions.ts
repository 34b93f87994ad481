import { z } from "zod";
import { timeoutSignal } from "@/lib/shared/abort";
import { signBody } from "./signature";

const TIMEOUT_MS = 15_000;

/** Answer of the web server to a request to register its functions. */
const registration = z.object({
  message: z.string(),
  /** Whether the engine had other functions of this app, or none. */
  modified: z.boolean(),
});

/**
 * Makes a web server register its functions with the job engine. The engine runs functions only
 * while it knows them, and a new release may bring others.
 * @param options.ownUrl address of the web server, without a path
 * @returns whether the engine did not know these functions
 * @throws Error with the engine's answer when it rejects them, or when either does not respond
 */
export async function registerFunctions(options: {
  ownUrl: string;
  signingKey: string;
}): Promise<boolean> {
  const body = "{}";
  const response = await fetch(`${options.ownUrl}/api/inngest`, {
    method: "PUT",
    headers: {
      "content-type": "application/json",
      // Without a signature, anyone could register other addresses.
      "x-inngest-signature": signBody(body, options.signingKey, Date.now()),
    },
    body,
    signal: timeoutSignal(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The functions are not registered: ${text.slice(0, 500)}`);
  return registration.parse(JSON.parse(text)).modified;
}
