import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { LoadRequest } from "./generate-load";

/** The product's response, for the bare server to send; `node:http` adds the remaining headers. */
export async function answerOf(baseUrl: string, { path, headers }: LoadRequest) {
  const request = get(`${baseUrl}${path}`, { headers });
  const [response] = await once(request, "response");
  const body = await buffer(response);
  const raw: unknown = response.rawHeaders;
  const all = z.array(z.string()).parse(raw);
  const own = /^(date|connection|keep-alive|transfer-encoding)$/i;
  const kept = all.flatMap((name, i) =>
    i % 2 === 1 || own.test(name) ? [] : [name, all[i + 1] ?? ""],
  );
  return { headers: kept, body: body.toString("base64") };
}

/** A bare `node:http` server in its own process, which sends one response to all requests. */
export async function startBare() {
  const child = fork("bench/support/bare-server.ts", { execArgv: ["--import", "tsx"] });
  const [port] = await once(child, "message");
  return {
    baseUrl: `http://127.0.0.1:${z.number().parse(port)}`,
    pid: child.pid ?? 0,
    async send(answer: Awaited<ReturnType<typeof answerOf>>) {
      child.send(answer);
      await once(child, "message");
    },
    stop: () => child.disconnect(),
  };
}
