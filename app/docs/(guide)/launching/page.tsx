import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";
import { PERMIT_SECONDS } from "@/lib/features/launch/rules/launch-permit";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { IDENTITY_TYPES, type IdentityType } from "@/lib/shared/identity";
import { pageData } from "../../../page-data";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Launching",
  description: "Choose who earns a token’s fees, share them, and test a launch with a dry run.",
};

const IDENTITIES = {
  wallet: "0x and 40 hex characters. Receives fees directly.",
  email: "Gets a managed wallet. Its owner signs in with a code or a link sent to the address.",
  twitter:
    "X username without @. Gets a managed wallet. Its owner signs in with X; see the note on usernames.",
  farcaster:
    "Farcaster username. Gets a managed wallet. Its owner signs in with Farcaster; see the note on usernames.",
} as const satisfies Record<IdentityType, string>;

const IDENTITY_ROWS = IDENTITY_TYPES.map((type) => ({
  id: type,
  cells: [
    <Code key="type">{type}</Code>,
    <Code key="field">creator{IDENTITY_FIELDS[type]}</Code>,
    IDENTITIES[type],
  ],
}));

const TREASURY_OPTIONS = [
  {
    id: "creator-only",
    cells: [
      "Creator only",
      "none",
      "The creator, or the server wallet if the launch names no creator.",
    ],
  },
  {
    id: "split",
    cells: [
      "Fee split",
      <span key="field" className="whitespace-nowrap">
        <Code>feeSplitRecipients</Code>
      </span>,
      `Up to ${RECIPIENTS_MAX} recipients, in equal shares or by split (the sum must be ${SPLIT_TOTAL.toLocaleString("en")}). The creator gets creatorShare basis points first.`,
    ],
  },
  {
    id: "revenue-manager",
    cells: [
      "Revenue manager",
      <span key="field" className="whitespace-nowrap">
        <Code>revenueManagerAddress</Code>
      </span>,
      "The protocol fee goes to the recipient of the manager, the rest to the creator. With a creator share of 80% and a protocol fee of 20%: 16% protocol, 64% creator, 20% bid wall.",
    ],
  },
  {
    id: "fee-split-manager",
    cells: [
      "Fee split manager",
      <span key="field" className="whitespace-nowrap">
        <Code>feeSplitManagerAddress</Code>
      </span>,
      "The recipients of an existing manager also share this token’s fees.",
    ],
  },
];

export default async function LaunchingPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Launching"
      lead="One request creates a token, its Uniswap v4 pool with all liquidity, and the fee stream. You choose who earns the fees."
    >
      <DocSection id="identities" title="Who can earn">
        <DocText>
          Identify a creator, recipient or owner in one of four ways. They do not have to register
          first. Only the owner of the identity can use its wallet.
        </DocText>
        <DocTable
          label="Identities"
          columns={["Type", "Creator field", "Description"]}
          rows={IDENTITY_ROWS}
        />
        <DocText>
          A username can change hands. Where <Code>usernameLookup</Code> of the config is true, the
          wallet belongs to the user who has the name when you name it, and a later owner of the
          name gets a wallet of their own. Where it is false, the wallet belongs to the first user
          who signs in with the name: if it was sold before, to the buyer. Use a wallet or an email
          address if that matters.
        </DocText>
      </DocSection>
      <DocSection id="fees" title="Where a fee goes">
        <DocText>
          Each trade pays a fee of 1% of its ETH. <Code>creatorFeeSplit</Code> is the creator share,
          8000 basis points (80%) by default. The rest funds the bid wall, which buys the token back
          and burns it. Choose one of four options for the creator share:
        </DocText>
        <DocTable
          label="Treasury options"
          columns={["Option", "Field", "Who gets the creator share"]}
          rows={TREASURY_OPTIONS}
        />
      </DocSection>
      <DocSection id="protection" title="Launch protection and referrals">
        <DocText>
          With <Code>launchProtection: true</Code>, purchases pay a higher fee when trading opens;
          it falls to 1% within minutes. The part above 1% goes to the token’s bid wall. Sales
          always pay 1%. Launch protection is available if the chain’s <Code>launchProtection</Code>{" "}
          capability is true.
        </DocText>
        <DocText>
          <Code>referralShare</Code> (0 to 20) is the percentage of the 1% fee that goes to the
          referrer named in a trade. It is paid out of the creator share. Launch protection and
          referral share are fixed at launch.{" "}
          <DocLink href="/docs/trading#referrals">Trading</DocLink> shows how to earn referral fees.
        </DocText>
      </DocSection>
      <DocSection id="schedule" title="Scheduled opening">
        <DocText>
          Set <Code>startTime</Code>, in Unix seconds and up to 30 days ahead, to launch the token
          now and open trading at that time. Earlier trades revert, including the creator’s. The
          Data API returns <Code>startTime</Code> until trading opens.
        </DocText>
      </DocSection>
      <DocSection id="dry-run" title="Dry run">
        <DocText>
          With <Code>dryRun: true</Code> the request is validated, identities are resolved and the
          transaction is simulated, but nothing is launched. The response contains the address that
          the token would get. To get that address, launch with the same{" "}
          <DocLink href="/docs/idempotency">Idempotency-Key</DocLink>.
        </DocText>
        <Sample name="dryRun" origin={origin} />
      </DocSection>
      <DocSection id="own-gas" title="Pay the gas yourself">
        <DocText>
          <Code>prepare-launch</Code> takes the same body plus <Code>from</Code>, the wallet that
          sends the launch. The response contains the calls for <Code>wallet_sendCalls</Code>{" "}
          (ERC-5792), the cost and a summary. The calls include a permit from the service for this
          launch and this wallet, valid for {PERMIT_SECONDS / 60} minutes. No other wallet can send
          them, and no field can be changed. Without a creator field, <Code>from</Code> is the
          creator.
        </DocText>
        <DocText>
          <Code>firstBuyWei</Code> buys tokens for the creator in the same transaction. It starts at
          the starting price and pays the trading fee of 1%. With <Code>launchProtection</Code> it
          pays the opening fee, 50% by default: <Code>firstBuy.feeBps</Code> of a dry run. The
          operator limits its share of the supply. The token page and <Code>firstBuy</Code> in the
          token details show it.
        </DocText>
        <DocText>
          Poll <Code>launch-status</Code> with the <Code>jobId</Code>. One Idempotency-Key launches
          one token: send the same request again to get a new permit for the same launch. A key that
          was used for <Code>launch-memecoin</Code> returns 409. <Code>prepare-trade</Code> and{" "}
          <Code>prepare-claim</Code> return calls in the same form.
        </DocText>
        <Sample name="prepareLaunch" origin={origin} />
      </DocSection>
      <DocSection id="managers" title="Managers">
        <DocText>
          Several tokens can share a manager. Create one{" "}
          {!pageData().brand.hidden.includes("managers") && (
            <>
              on the <DocLink href="/managers">Managers</DocLink> page or{" "}
            </>
          )}
          with a request, which returns when the transaction is mined.
        </DocText>
        <Sample name="revenueManager" origin={origin} />
        <DocText>
          A dynamic split accepts a token only with its moderator’s consent. If the moderator has a
          managed wallet and has just signed in, the service signs. A moderator with their own
          wallet signs in the wizard. Otherwise send <Code>feeSplitManagerConsent</Code> with{" "}
          <Code>nonce</Code>, <Code>deadline</Code> and <Code>signature</Code>: the moderator’s
          EIP-712 signature over <Code>Attach(uint256 nonce,uint256 deadline)</Code> in the domain{" "}
          <Code>DynamicAddressFeeSplitManager</Code>, version 1, of the manager. Each consent
          attaches one token, and anyone who sees it unused can attach theirs: sign for a few
          minutes if a wallet sends the launch. A split holds up to 100 tokens; its moderator can
          drop one on the <DocLink href="/account">Account</DocLink> page. The moderator’s wallet
          pays the gas, even if it is a managed wallet.
        </DocText>
        <DocText>
          If you send a change of shares yourself, add {Number(INCOME_GAS).toLocaleString("en")} gas
          per token of the manager to the estimate: fees that arrive before the change is mined are
          claimed as well.
        </DocText>
        <DocText>
          Earlier earnings stay with those who earned them.{" "}
          <Code>{"/v1/{chain}/managers/{managerAddress}/earners"}</Code> lists the addresses that a
          manager owes ETH, up to 100, highest amounts first, including former recipients and
          creators.
        </DocText>
      </DocSection>
      <DocSection id="managed-wallets" title="Managed wallets and accounts">
        <DocText>
          The wallet of an email address, X or Farcaster user is managed by this launchpad. Its
          owner signs in to withdraw ETH, trade and change shares. Keys cannot be exported: to
          leave, sell the tokens of the wallet and withdraw its ETH to a wallet of your own. To hold
          the keys yourself, name a wallet address in the launch.
        </DocText>
        <DocText>
          Remove a sign-in method on the account page. This ends its sessions. Only the operator can
          delete a whole account, with its sign-in methods, sessions, watchlist and webhooks. The
          wallets and their funds stay: they belong to the email address or user, who reaches them
          by signing in again. Withdraw first if you are about to lose that email address or user.
          Fees on the chain, and launches that named you, are not deleted.
        </DocText>
      </DocSection>
      <DocSection id="afterwards" title="After the launch">
        <DocList>
          <li>
            If a <Code>failed</Code> job has <Code>transactionMayHaveSucceeded</Code>, check its{" "}
            <Code>transactionHash</Code> in a block explorer before you launch again. If the
            transaction is found later, the job becomes <Code>completed</Code>.
          </li>
          <li>
            Nobody, including the operator, can mint tokens, pause trading, remove liquidity or
            change the fee. See <DocLink href="/docs/contracts">contracts</DocLink>.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
