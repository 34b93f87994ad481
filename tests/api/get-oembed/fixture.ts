import { inject } from "vitest";
import { tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { launchToken } from "../../setup/chain/launch-token";

/** Launches a token and waits until the Data API has it. @returns the URL of its page */
export async function launchPage(name: string): Promise<{ url: string; address: string }> {
  const address = await launchToken({ name, symbol: "OEMB" });
  const path = `/v1/base-sepolia/tokens/${address}`;
  await untilListed(path, tokenBasicDetails, () => true);
  return { url: `${inject("baseUrl")}/base-sepolia/${address}`, address };
}

export const askOEmbed = (query: Record<string, string>) =>
  request(`/oembed?${new URLSearchParams(query)}`);
