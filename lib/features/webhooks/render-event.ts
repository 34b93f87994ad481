import { publicErrorOf } from "@/lib/features/launch/rules/launch-job";
import { formatPrice } from "@/lib/features/market/rules/market-cap";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { formatWei } from "@/lib/shared/text/decimal";
import { type WebhookEvent, webhookEvent } from "./schema";
import type { DeliveryRow } from "./store/webhook-rows";

/**
 * The event of a delivery as its endpoint receives it: the same text at every attempt. Stored data
 * has addresses, amounts and prices in the database's format, each under a key that names its type.
 */
export function renderEvent(
  row: Pick<DeliveryRow, "id" | "kind" | "createdAt" | "data">,
): WebhookEvent {
  return webhookEvent.parse({
    id: row.id,
    type: row.kind,
    timestamp: row.createdAt.toISOString(),
    data: Object.fromEntries(
      Object.entries(row.data).map(([key, value]) => [key, renderValue(key, value)]),
    ),
  });
}

function renderValue(key: string, value: unknown): unknown {
  // Of a failed launch.
  if (key === "error" && typeof value === "string") return publicErrorOf(value);
  if (typeof value !== "object" || value === null) return value;
  if ("$address" in value) return toChecksumAddress(`0x${String(value.$address).slice(2)}`);
  if ("$wei" in value) return formatWei(BigInt(String(value.$wei)));
  if ("$sqrtPriceX96" in value) return formatPrice(BigInt(String(value.$sqrtPriceX96)));
  return value;
}
