import type { ChainSlug } from "../domain/chains";
import { DOCUMENTED_OPERATIONS as operations } from "../operations/documented";
import { buildDocument } from "./build-document";
import { buildPostman } from "./build-postman";

const VERSION = "1.0.0";

/** Where an interface is reached, and the chains that it serves. */
type Deployed = { serverUrl: string; chains: readonly ChainSlug[] };

/** The OpenAPI document of the data interface. */
export function dataDocument({ serverUrl, chains }: Deployed) {
  return buildDocument({
    interfaceName: "data",
    title: "Slipway data interface",
    description:
      "Read-only token data: lists, details, prices and holders. No authentication. Decimal " +
      "quantities are strings in whole units; a value that does not exist yet is null. Charts that " +
      "speak TradingView's UDF protocol take `/udf/{chain}` as their datafeed.",
    version: VERSION,
    serverUrl,
    chains,
    operations,
  });
}

/** The OpenAPI document of the launch interface. */
export function launchDocument({ serverUrl, chains }: Deployed) {
  return buildDocument({
    interfaceName: "launch",
    title: "Slipway launch interface",
    description:
      "Launches tokens with no wallet and no gas on the caller's side. No authentication; callers " +
      "are told apart by address only for rate limits. Every body has `success`.",
    version: VERSION,
    serverUrl,
    chains,
    operations,
  });
}

/** Both interfaces as a Postman collection. */
export function postmanCollection({ serverUrl, chains }: Deployed) {
  return buildPostman({
    name: "Slipway",
    description:
      "Both interfaces of a Slipway service. Set `baseUrl` and `chain` in the collection's variables. " +
      "Run it from top to bottom: it launches a token on `chain`, waits for it and reads it. Requests " +
      "take their ids from earlier responses. The event stream is not included, because it never ends.",
    baseUrl: serverUrl,
    chains,
    operations,
  });
}
