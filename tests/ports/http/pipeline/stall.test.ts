import { expect, it, onTestFinished } from "vitest";
import { startPipeline } from "../../support/open-pipeline";

/** The timeout of the connection while a page is rendered; undefined without one. */
async function timeoutIn(environment: string): Promise<number | undefined> {
  let timeoutMs: number | undefined;
  const server = await startPipeline({
    variables: { NODE_ENV: environment },
    next: (_, response) => {
      timeoutMs = response.socket?.timeout;
      response.writeHead(200).end("page");
    },
  });
  onTestFinished(() => server.stop());
  expect((await fetch(server.baseUrl)).status).toBe(200);
  return timeoutMs;
}

it("limits how long a page may send nothing, except in development, where it is compiled", async () => {
  expect(await timeoutIn("test")).toBe(30_000);
  expect(await timeoutIn("development")).not.toBe(30_000);
});
