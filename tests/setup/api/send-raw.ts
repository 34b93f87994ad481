import { request as open } from "node:http";
import { text as readText } from "node:stream/consumers";
import { inject } from "vitest";
import { newCaller } from "./new-caller";

/**
 * Sends a request that `fetch` would refuse or repair.
 * @param options `write` sends parts of a body that never ends: the server has to respond before
 */
export function sendRaw(options: {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  write?: (chunk: (bytes: string) => void) => void;
}): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(inject("baseUrl"));
  const { path, method = "GET", headers = {}, write } = options;
  return new Promise((resolve, reject) => {
    const sent = open({
      hostname,
      port,
      path,
      method,
      headers: { "x-forwarded-for": newCaller(), ...headers },
    });
    sent.once("error", reject);
    sent.once("response", (response) => {
      readText(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, text });
        sent.destroy();
      }, reject);
    });
    if (write === undefined) sent.end();
    else write((bytes) => sent.write(bytes));
  });
}
