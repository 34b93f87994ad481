import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/domain/fee-split";
import { IDENTITY_TYPES, type IdentityType } from "@/lib/domain/identity";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Launching",
  description:
    "Who can earn a token's fees, how they are shared, and how to try a launch with a dry run.",
};

const IDENTITIES = {
  wallet: "0x and 40 hex characters. Earns directly.",
  email: "Gets a wallet of its own; signing in with a link opens it.",
  twitter: "A username on X without @. Signing in with X opens its wallet.",
  farcaster: "A username on Farcaster. Signing in with it opens its wallet.",
} as const satisfies Record<IdentityType, string>;

export default async function LaunchingPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Launching"
      lead="One request makes a token, its Uniswap v4 pool, all of its liquidity and the right to its fees. This page is about who gets them."
    >
      <DocSection id="identities" title="Who can earn">
        <DocText>
          A creator, a recipient or an owner is named in one of four ways. Nobody has to know of it
          beforehand, and nobody but its owner gets at the wallet.
        </DocText>
        <DocTable
          label="Identities"
          columns={["Type", "Field of the creator", "What it is"]}
          rows={IDENTITY_TYPES.map((type) => ({
            id: type,
            cells: [
              <Code key="type">{type}</Code>,
              <Code key="field">creator{IDENTITY_FIELDS[type]}</Code>,
              IDENTITIES[type],
            ],
          }))}
        />
      </DocSection>
      <DocSection id="fees" title="Where a fee goes">
        <DocText>
          A trade pays 1 % of its ETH. <Code>creatorFeeSplit</Code>, 8000 basis points unless you
          say otherwise, is the part for people; the rest builds the bid wall, which buys the token
          back and burns it. The part for people goes one of four ways:
        </DocText>
        <DocTable
          label="Treasury options"
          columns={["Option", "Field", "Who gets the people's part"]}
          rows={[
            {
              id: "creator-only",
              cells: [
                "Creator only",
                "none",
                "The creator; without one, the service's own wallet.",
              ],
            },
            {
              id: "split",
              cells: [
                "Split among people",
                <Code key="field">feeSplitRecipients</Code>,
                `Up to ${RECIPIENTS_MAX} recipients, equally or by split (which sums to ${SPLIT_TOTAL.toLocaleString("en")}); creatorShare basis points go to the creator first.`,
              ],
            },
            {
              id: "revenue-manager",
              cells: [
                "Revenue manager",
                <Code key="field">revenueManagerAddress</Code>,
                "Its protocol fee goes to its recipient, the rest to the creator. With 8000 and a protocol fee of 2000: 16 % protocol, 64 % creator, 20 % buybacks.",
              ],
            },
            {
              id: "fee-split-manager",
              cells: [
                "Fee split manager",
                <Code key="field">feeSplitManagerAddress</Code>,
                "The people of a manager that exists share this token's fees as well.",
              ],
            },
          ]}
        />
      </DocSection>
      <DocSection id="dry-run" title="Dry run">
        <DocText>
          <Code>dryRun: true</Code> checks, resolves every name and simulates the transaction, and
          launches nothing. The answer has the address that the token would get. With the same{" "}
          <DocLink href="/docs/idempotency">Idempotency-Key</DocLink> as the launch that follows, it
          is that launch's address.
        </DocText>
        <Sample name="dryRun" origin={origin} />
      </DocSection>
      <DocSection id="managers" title="Managers">
        <DocText>
          A manager outlives a launch: many tokens can share it. It is made in one request that
          answers once it is mined, or on the <DocLink href="/managers">Managers</DocLink> page.
        </DocText>
        <Sample name="revenueManager" origin={origin} />
      </DocSection>
      <DocSection id="afterwards" title="Afterwards">
        <DocList>
          <li>
            A <Code>failed</Code> job with <Code>transactionMayHaveSucceeded</Code> was sent: look
            its <Code>transactionHash</Code> up before launching again. The job becomes{" "}
            <Code>completed</Code> by itself if the transaction is found.
          </li>
          <li>
            Nobody can mint, pause, take out liquidity or change the fee afterwards, the operator
            included. What the contracts allow: <DocLink href="/docs/contracts">contracts</DocLink>.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
