import { verifyWebhook, WebhookSignatureError } from "@slipway-launchpad/client";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/drivers/webhooks/create-webhook-sender";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const body = JSON.stringify({ id: "msg_1", type: "webhook.test", timestamp: "", data: {} });
const signed = (secrets: string[], at = new Date()) =>
  signatureHeaders({ id: "msg_1", body, secrets, at });

describe("verifyWebhook", () => {
  it("returns an event that was signed with the secret, also next to another", async () => {
    const headers = signed([secret]);
    expect(await verifyWebhook({ secret, headers, body })).toEqual(JSON.parse(body));
    const both = new Headers(signed([other, secret]));
    expect((await verifyWebhook({ secret, headers: both, body })).type).toBe("webhook.test");
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect((await verifyWebhook({ secret, headers: upper, body })).id).toBe("msg_1");
  });

  it("accepts headers in arrays, of another implementation, and after a malformed signature", async () => {
    const headers = signed([secret]);
    const arrays = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    );
    const lists = { get: (name: string) => new Headers(headers).get(name) };
    const first = `v1,% ${headers["webhook-signature"]}`;
    for (const given of [arrays, lists, { ...headers, "webhook-signature": first }]) {
      expect((await verifyWebhook({ secret, headers: given, body })).id).toBe("msg_1");
    }
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "names missing headers: %s",
    async (name) => {
      const headers = { ...signed([secret]), [name]: undefined };
      await expect(verifyWebhook({ secret, headers, body })).rejects.toThrow("lacks the header");
      const repeated = { ...signed([secret]), [name]: ["1", "2"] };
      const verified = verifyWebhook({ secret, headers: repeated, body });
      await expect(verified).rejects.toThrow("lacks the header");
    },
  );

  it("rejects a secret that is not base64", async () => {
    const verified = verifyWebhook({ secret: "whsec_%", headers: signed([secret]), body });
    await expect(verified).rejects.toThrow("The secret is not base64");
  });

  it.each([
    ["another secret", signed([other]), body],
    ["another body", signed([secret]), `${body} `],
    ["another id", { ...signed([secret]), "webhook-id": "msg_2" }, body],
    ["an old timestamp", signed([secret], new Date(Date.now() - 301_000)), body],
    ["no timestamp", { ...signed([secret]), "webhook-timestamp": "" }, body],
    ["no signature", { ...signed([secret]), "webhook-signature": "" }, body],
    ["another version", { ...signed([secret]), "webhook-signature": "v2,AAAA" }, body],
    ["a signature that is not base64", { ...signed([secret]), "webhook-signature": "v1,%" }, body],
  ])("rejects %s", async (_, headers, text) => {
    const verified = verifyWebhook({ secret, headers, body: text });
    await expect(verified).rejects.toBeInstanceOf(WebhookSignatureError);
  });
});
