import { z } from "zod";

/** The JSON in a client program's first argument. */
const fixture = z.object({
  baseUrl: z.url(),
  /** A token with trades, of `owner`, launched into `manager`. */
  token: z.string(),
  owner: z.string(),
  manager: z.string(),
});
export const { baseUrl, token, owner, manager } = fixture.parse(JSON.parse(process.argv[2] ?? ""));

export const CHAIN = "base-sepolia";
export const LAUNCH = `${baseUrl}/api/v1`;
export const DATA = `${baseUrl}/v1/${CHAIN}`;

/** A red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

export type Reply = { status: number; headers: Headers; body: unknown };

export async function getJson(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export async function postJson(url: string, body: unknown): Promise<Reply> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** @throws with what was expected and what came */
export function must(isMet: boolean, expectation: string, found?: unknown): void {
  if (!isMet) throw new Error(`${expectation}; found ${JSON.stringify(found)}`);
}

/** The body of a success. @throws with status and body otherwise */
export function accepted<Schema extends z.ZodType>(
  { status, body }: Reply,
  schema: Schema,
): z.output<Schema> {
  must(status === 200, "status 200", { status, body });
  return schema.parse(body);
}

/** Calls `read` every `everyMs` until it returns something. @throws after `seconds` */
export async function poll<T>(
  read: () => Promise<T | null>,
  { everyMs, seconds }: { everyMs: number; seconds: number },
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = await read();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`nothing after ${seconds} s`);
}

/** Runs the actions in order and prints a JSON line for each. */
export async function runActions(actions: Record<string, () => Promise<void>>): Promise<void> {
  for (const [action, run] of Object.entries(actions)) {
    const error = await run().then(
      () => null,
      (reason: unknown) => String(reason),
    );
    process.stdout.write(`${JSON.stringify({ action, error })}\n`);
  }
}
