import { inject } from "vitest";

/** Stored content, read from the running launchpad. */
export async function readContent(
  path: string,
  options: RequestInit = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${inject("baseUrl")}/ipfs/${path}`, options);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
