import { expect, it } from "vitest";
import { z } from "zod";
import { createWebhookSender } from "@/lib/drivers/webhooks/create-webhook-sender";
import { inputSchema } from "@/lib/openapi/to-json-schema";
import { OPERATIONS } from "@/lib/operations/all";
import { wholeNumberForm } from "@/lib/schemas/wire-form";

const pattern = z.object({ anyOf: z.tuple([z.unknown(), z.object({ pattern: z.string() })]) });

it.each([
  [0, 9],
  [0, 20],
  [1, 180],
  [1, 5_000],
  [0, 10_000],
  [1, 10_305],
  [0, 99_999],
] as const)("documents exactly the decimal texts of %i to %i", (min, max) => {
  const form = new RegExp(pattern.parse(wholeNumberForm({ min, max })).anyOf[1].pattern);
  const wrong = Array.from({ length: 110_000 }, (_, value) => value).filter(
    (value) => form.test(String(value)) !== (value >= min && value <= max),
  );
  expect(wrong).toEqual([]);
  for (const text of ["", "-1", "1.5", "1e1", " 1", "x"]) expect(form.test(text), text).toBe(false);
});

const WALLET = `0x${"1".repeat(40)}`;
/** Without these, a body is refused before its creator share is read. */
const NEEDED = { recipients: [WALLET], ownerAddress: WALLET };

it.each([
  ["createRevenueManager", "protocolFee", ["10001", "99999"]],
  ["createFeeSplitManager", "creatorShare", ["10001", "99999"]],
  ["prepareTrade", "slippageBps", ["0", "5001"]],
  ["prepareTrade", "deadlineMinutes", ["0", "181"]],
  ["launchMemecoin", "creatorFeeSplit", ["10001"]],
  ["launchMemecoin", "referralShare", ["21"]],
  ["createWebhook", "url", ["", "receiver.example", "/hooks"]],
] as const)("documents that %s refuses %s of %j", (id, name, refused) => {
  const field = z.looseObject({}).parse(inputSchema(OPERATIONS[id].body).properties?.[name]);
  const documented = z.fromJSONSchema(field);
  for (const text of refused) {
    expect(documented.safeParse(text).success, text).toBe(false);
    const { error } = OPERATIONS[id].body.safeParse({ ...NEEDED, [name]: text });
    expect(error?.issues.some(({ path }) => path[0] === name)).toBe(true);
  }
});

it("documents only the schemes of a webhook's URL that the service sends to", () => {
  const field = z.looseObject({}).parse(inputSchema(OPERATIONS.createWebhook.body).properties?.url);
  const documented = z.fromJSONSchema(field);
  const sender = createWebhookSender({ allowsLoopback: false });
  for (const scheme of ["https", "HTTPS", "http", "ftp", "wss"]) {
    const url = `${scheme}://receiver.example/hook`;
    expect(documented.safeParse(url).success, url).toBe(sender.mayUse(new URL(url)));
  }
});
