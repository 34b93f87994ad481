import { DEFAULT_BRAND } from "@/lib/shared/brand";
import type { ChainSlug } from "@/lib/shared/chains";
import { DOCUMENTED_OPERATIONS as operations } from "../operations/documented";
import { buildDocument } from "./build-document";
import { buildPostman } from "./build-postman";

const VERSION = "1.0.0";

/** URL of the service, the chains that it serves, and its name. */
type Deployed = { serverUrl: string; chains: readonly ChainSlug[]; name?: string };

/** The OpenAPI document of the Data API. */
export function dataDocument({ serverUrl, chains, name = DEFAULT_BRAND.name }: Deployed) {
  return buildDocument({
    api: "data",
    title: `${name} Data API`,
    description:
      "Read-only token data: lists, details, prices and holders. No authentication. Decimal " +
      "quantities are strings in whole units. A value that does not exist yet is null. Charts that " +
      "support TradingView's UDF protocol can use `/udf/{chain}` as datafeed.",
    version: VERSION,
    serverUrl,
    chains,
    operations,
  });
}

/** The OpenAPI document of the Launch API. */
export function launchDocument({ serverUrl, chains, name = DEFAULT_BRAND.name }: Deployed) {
  return buildDocument({
    api: "launch",
    title: `${name} Launch API`,
    description:
      "Launches tokens. The caller needs no wallet and pays no gas. No authentication; rate limits " +
      "apply per IP address. Every response has `success`.",
    version: VERSION,
    serverUrl,
    chains,
    operations,
  });
}

/** Both APIs as a Postman collection. */
export function postmanCollection({ serverUrl, chains, name = DEFAULT_BRAND.name }: Deployed) {
  return buildPostman({
    name,
    description:
      "The Launch API and the Data API of this launchpad. Set the collection variables `baseUrl` " +
      "and `chain`. Run it from top to bottom: it launches a token on `chain`, waits for it and reads " +
      "it. Requests take ids from earlier responses. The event stream is not included, because it " +
      "never ends.",
    baseUrl: serverUrl,
    chains,
    operations,
  });
}
