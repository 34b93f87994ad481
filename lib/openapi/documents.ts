import { DOCUMENTED_OPERATIONS as operations } from "../operations/documented";
import { buildDocument } from "./build-document";
import { buildPostman } from "./build-postman";

const VERSION = "1.0.0";

/** The OpenAPI document of interface A. */
export function dataDocument(serverUrl: string) {
  return buildDocument({
    interfaceName: "data",
    title: "Slipway data interface",
    description:
      "Read-only token data: lists, details, prices and holders. No authentication. Decimal " +
      "quantities are strings in whole units; a value that does not exist yet is null. Charts that " +
      "speak TradingView's UDF protocol take `/udf/{chain}` as their datafeed.",
    version: VERSION,
    serverUrl,
    operations,
  });
}

/** The OpenAPI document of interface B. */
export function launchDocument(serverUrl: string) {
  return buildDocument({
    interfaceName: "launch",
    title: "Slipway launch interface",
    description:
      "Launches tokens with no wallet and no gas on the caller's side. No authentication; callers " +
      "are told apart by address only for rate limits. Every body has `success`.",
    version: VERSION,
    serverUrl,
    operations,
  });
}

/** Both interfaces as a Postman collection. */
export function postmanCollection(baseUrl: string) {
  return buildPostman({
    name: "Slipway",
    description:
      "Both interfaces of a Slipway service. Set `baseUrl` and `chain` in the collection's variables; " +
      "a launch sets `jobId` and `tokenAddress` for the requests about it.",
    baseUrl,
    operations,
  });
}
