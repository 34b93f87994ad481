import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";

export const metadata: Metadata = {
  title: "Contracts",
  description: "What the contracts do, who can do what, and how they are deployed.",
};

const CONTRACTS = [
  ["Launchpad", "The entry: allowed launchers, each launch id once, market cap in USDC to price."],
  ["LaunchHook", "Owns all pools and liquidity, takes the fee, keeps the books, moves the walls."],
  ["LaunchToken", "A plain ERC-20 of 100,000,000,000, burnable, with EIP-2612."],
  ["FeeStream", "An ERC-721, one a token: its holder earns the people's part."],
  ["RevenueManager", "Many tokens: a fixed protocol fee, then each token's creator."],
  ["AddressFeeSplitManager", "1 to 100 recipients with fixed shares."],
  ["DynamicAddressFeeSplitManager", "The same; a moderator changes shares for the future."],
  ["MarketCapPrice", "An ETH/USD feed with heartbeat and bounds to the starting price."],
] as const;

export default function ContractsPage() {
  return (
    <DocPage
      title="Contracts"
      lead="A launchpad on Uniswap v4 of our own. One transaction makes a token, its pool, all of its liquidity, the right to its fees and, where asked, a contract that shares them."
    >
      <DocTable
        label="Contracts"
        columns={["Contract", "In one line"]}
        rows={CONTRACTS.map(([name, text]) => ({
          id: name,
          cells: [<Code key="name">{name}</Code>, text],
        }))}
      />
      <DocSection id="powers" title="Who can do what">
        <DocList>
          <li>
            The launchpad's owner allows launchers, replaces the price source, pauses launching.
          </li>
          <li>Anybody may pay out what others earned, to them, at their own gas.</li>
          <li>
            Nobody can pause swaps, change a pool, its fee or its split, take out liquidity, mint
            tokens or upgrade anything.
          </li>
          <li>They have not been audited, and not been run against a fork of a real chain.</li>
        </DocList>
      </DocSection>
      <DocSection id="deploy" title="Deploy them">
        <DocText>
          Take the address of the chain's ETH/USD feed from the feed's own directory. Without{" "}
          <Code>--send</Code> it is a dry run: addresses, cost, balance and the feed's answer. With
          it, a run that was cut off is run again; nothing is deployed twice. The manifest goes to{" "}
          <Code>contracts/deployments</Code>, from where a chain is offered once its{" "}
          <DocLink href="/docs/self-hosting#RPC_URL_BASE">RPC_URL_…</DocLink> is set.
        </DocText>
        <CodeBlock
          title="A dry run on Base Sepolia; the feed's address is yours to fill in"
          code={
            "export RPC_URL_BASE_SEPOLIA=https://sepolia.base.org\nexport SERVER_WALLET_PRIVATE_KEY=0x…\nnpm run contracts:deploy -- --chain base-sepolia --feed 0x…"
          }
        />
        <DocText>
          The key that deploys is owner and first launcher. Hand ownership on with{" "}
          <Code>transferOwnership</Code> and <Code>acceptOwnership</Code>. All rules, known limits
          and gas figures are in <Code>contracts/README.md</Code>.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
