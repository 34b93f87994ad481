import { randomBytes } from "node:crypto";
import type { Hex } from "viem";
import { WEBHOOK_KEY } from "@/lib/drivers/secrets/secret-names";
import { createWrappingKey } from "@/lib/drivers/secrets/wrapping-key";
import {
  createWebhookSender,
  type WebhookSender,
} from "@/lib/drivers/webhooks/create-webhook-sender";
import {
  createDeliveryStore,
  type DeliveryStore,
} from "@/lib/features/webhooks/store/create-delivery-store";
import {
  createDeliveryUpkeep,
  type DeliveryUpkeep,
} from "@/lib/features/webhooks/store/create-delivery-upkeep";
import {
  createWebhookStore,
  type WebhookStore,
} from "@/lib/features/webhooks/store/create-webhook-store";
import { AppError } from "@/lib/shared/errors";
import { memoizeAsync } from "@/lib/support/memoize-async";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { openSharedSecrets } from "./secrets";

/** Webhooks: their registrations, deliveries and secrets, and what sends them. */
export type WebhookModule = {
  webhooks: WebhookStore;
  webhookDeliveries: DeliveryStore;
  webhookUpkeep: DeliveryUpkeep;
  webhookSecrets: WebhookSecrets;
  webhookSender: WebhookSender;
};

/**
 * Encrypts signing secrets, each for its webhook. The key is a secret of the installation, so that
 * `npm run secrets -- rotate` covers it.
 */
export type WebhookSecrets = {
  /** @throws AppError dependency_unavailable without `WALLET_SEED_KEY` */
  seal(webhookId: string, secret: string): Promise<Hex>;
  /** @throws when it was sealed for another webhook */
  open(webhookId: string, sealed: Hex): Promise<string>;
};

export function createWebhookModule(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): WebhookModule {
  const { env, clock } = core;
  const { db } = connections;
  const openKey = memoizeAsync(async () => {
    // With Privy there may be no key.
    if (env.WALLET_SEED_KEY === undefined) {
      throw new AppError("dependency_unavailable", "Webhooks need WALLET_SEED_KEY on this server");
    }
    const { secrets } = openSharedSecrets(core, connections);
    return createWrappingKey(await secrets.openOrCreate(WEBHOOK_KEY, () => randomBytes(32)));
  });
  const nameOf = (webhookId: string) => `webhook/${webhookId}`;
  return {
    webhooks: createWebhookStore(db, clock.now, env.realm),
    webhookDeliveries: createDeliveryStore(db, clock.now, env.realm),
    webhookUpkeep: createDeliveryUpkeep(db, clock.now, env.realm),
    webhookSecrets: {
      async seal(webhookId, secret) {
        const sealed = (await openKey()).seal(nameOf(webhookId), Buffer.from(secret));
        return `0x${sealed.toString("hex")}`;
      },
      async open(webhookId, sealed) {
        const bytes = Buffer.from(sealed.slice(2), "hex");
        return (await openKey()).unseal(nameOf(webhookId), bytes).toString("utf8");
      },
    },
    webhookSender: createWebhookSender({
      allowsLoopback: env.WEBHOOKS_TO_LOOPBACK === "allowed" && env.realm === "sandbox",
    }),
  };
}
