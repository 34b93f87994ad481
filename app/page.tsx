import { Explorer } from "@/components/home/explorer";
import { OVERVIEW_CHAINS } from "@/components/tokens/overview-chains";
import { requestOrigin } from "./request-origin";

export default async function StartPage() {
  return (
    <Explorer chains={OVERVIEW_CHAINS} exampleChain="base-sepolia" origin={await requestOrigin()} />
  );
}
