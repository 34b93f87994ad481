import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";

export const metadata: Metadata = {
  title: "Contracts",
  description: "The contracts, their roles, and how to deploy them.",
};

const CONTRACTS = [
  [
    "Launchpad",
    "Entry point: allowed launchers, unique launch ids, starting price from a market cap in USDC.",
  ],
  [
    "LaunchHook",
    "Owns all pools and liquidity, takes the fee, accounts for it, and moves the bid walls.",
  ],
  ["LaunchToken", "ERC-20 with a supply of 100,000,000,000; burnable, with EIP-2612 permits."],
  ["FeeStream", "ERC-721, one per token: its holder earns the creator share."],
  ["RevenueManager", "Serves many tokens: a fixed protocol fee, then each token’s creator."],
  ["AddressFeeSplitManager", "Fixed shares for 1 to 100 recipients."],
  [
    "DynamicAddressFeeSplitManager",
    "The same, but a moderator can change future shares. The moderator must consent to each token and can drop it.",
  ],
  [
    "MarketCapPrice",
    "Starting price from an ETH/USD feed, checked against its heartbeat and bounds.",
  ],
] as const;

export default function ContractsPage() {
  return (
    <DocPage
      title="Contracts"
      lead="A launchpad on Uniswap v4. One transaction creates a token, its pool with all liquidity, its fee stream and, optionally, a manager that shares the fees."
    >
      <DocTable
        label="Contracts"
        columns={["Contract", "Purpose"]}
        rows={CONTRACTS.map(([name, text]) => ({
          id: name,
          cells: [<Code key="name">{name}</Code>, text],
        }))}
      />
      <DocSection id="powers" title="Roles">
        <DocList>
          <li>
            The owner of the launchpad can allow launchers, replace the price source, limit first
            buys and pause launching.
          </li>
          <li>Anyone can trigger a payout and pays its gas; funds only go to the recipient.</li>
          <li>
            The payees and recipients of a manager can transfer their position with{" "}
            <Code>offerPayee</Code> and <Code>acceptPayee</Code> (a token’s creator) or{" "}
            <Code>offerShare</Code> and <Code>acceptShare</Code> (a recipient). Nobody else can move
            it, except that owners set the protocol recipient and moderators set the shares.
          </li>
          <li>
            Nobody can pause swaps, change a pool, its fee or its split, remove liquidity, mint
            tokens or upgrade a contract.
          </li>
          <li>The contracts have not been audited or tested against a fork of a real chain.</li>
        </DocList>
      </DocSection>
      <DocSection id="deploy" title="Deployment">
        <DocText>
          The owner is your multisig; the server wallet pays for the deployment and can only launch.
          Without{" "}
          <span className="whitespace-nowrap">
            <Code>--send</Code>
          </span>{" "}
          the command is a dry run and prints addresses, cost, balance and the feed’s price. With{" "}
          <span className="whitespace-nowrap">
            <Code>--send</Code>
          </span>{" "}
          it deploys; run it again after an interruption, and nothing is deployed twice. It writes
          the manifest to <Code>DEPLOYMENTS_DIR</Code>, by default{" "}
          <Code>contracts/deployments</Code>. Set <Code>RPC_URL_…</Code> to offer the chain.
        </DocText>
        <CodeBlock
          title="Dry run on Base Sepolia"
          code={
            "export RPC_URL_BASE_SEPOLIA=https://sepolia.base.org\nexport SERVER_WALLET_PRIVATE_KEY=0x…\nnpm run contracts:deploy -- --chain base-sepolia --owner 0x… --without-sequencer-feed"
          }
        />
        <DocText>
          <Code>npm run contracts:admin</Code> shows the state of a deployment and writes the
          owner’s calls as a batch for Safe. A new version of the contracts is deployed next to the
          old one; tokens of both stay listed and tradable. Rules, known limits and gas figures are
          in <Code>contracts/README.md</Code>.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
