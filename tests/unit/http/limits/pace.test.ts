import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/endpoints/all";
import { readEnv } from "@/lib/env";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createPace } from "@/lib/http/limits/pace";
import { createRouter } from "@/lib/http/router";

const route = createRouter(ENDPOINTS);

/** The time that a request is charged. */
function costOf(url: string, headers: Record<string, string> = {}): number[] {
  const charged: number[] = [];
  const enter = ({ milliseconds }: { milliseconds: number }) => {
    charged.push(milliseconds);
    return "next" as const;
  };
  const pace = createPace({ env: readEnv({}), metrics: { paced: () => undefined } }, { enter });
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers });
  pace({
    ...{ request, response: new ServerResponse(request), requestId: "1", url, path: url },
    caller: { address: "192.0.2.1", buckets: addressBuckets("192.0.2.1"), isExempt: false },
    ...{ isThisMachine: () => false, receivedBytes: 0, headers: [], rateLimit: [] },
    ...{
      match: route("GET", url),
      label: "stream",
      error: null,
      isCached: false,
      isPrivate: false,
    },
  });
  return charged;
}

it("charges a resumed stream for the events that it replays, however its parameter is encoded", () => {
  const path = "/v1/base/stream";
  expect(costOf(path)).toEqual([4]);
  expect(costOf(path, { "last-event-id": "1-2" })).toEqual([100]);
  for (const query of ["lastEventId=1-2", "last%45ventId=1-2", "a=b&%6castEventId=1-2"]) {
    expect(costOf(`${path}?${query}`), query).toEqual([100]);
  }
});
