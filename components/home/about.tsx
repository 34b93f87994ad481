import { Ban, Lock, Percent, ShieldAlert, Snowflake } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import type { SiteFacts } from "../layout/site-facts";

const STEPS = [
  {
    title: "Describe your token",
    text: "Choose a name, a symbol and an image. You need no wallet and no ETH: this launchpad sends the transaction and pays the gas.",
  },
  {
    title: "Choose who earns",
    text: "Send the creator fees to a wallet, an email address, an X or Farcaster user, or to up to 100 of them.",
  },
  {
    title: "Trade it",
    text: "The same transaction creates the token and its Uniswap v4 pool with all tokens in it. Any Uniswap v4 router can trade it.",
  },
] as const;

/** Each sentence is a statement of `contracts/README.md`, which its tests prove. */
const GUARANTEES = [
  {
    icon: Lock,
    title: "Liquidity is locked forever",
    text: "The hook contract owns the liquidity that a token is launched with, and has no function that removes it.",
  },
  {
    icon: Snowflake,
    title: "The supply cannot grow",
    text: "A token has 100 billion units at launch. Nobody can mint more; the bid wall burns what it buys.",
  },
  {
    icon: Ban,
    title: "Nobody can stop trading",
    text: "Nobody can pause swaps, change a pool or its fee, or upgrade a contract.",
  },
  {
    icon: Percent,
    title: "Sales always pay 1%",
    text: "Purchases pay 1% as well. If a token is launched with protection, they pay more in its first minutes, and the fee falls to 1%.",
  },
] as const;

/** How it works, what the contracts guarantee, and the risks. */
export function About({ legal, brand }: Pick<SiteFacts, "brand" | "legal">) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-10 px-4 pt-2 pb-12 sm:px-6">
      <Section id="how-it-works" title="How it works">
        <ol className="grid gap-4 md:grid-cols-3">
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <Card className="h-full p-5">
                <p className="nums font-mono text-accent-text text-sm">{index + 1}</p>
                <h3 className="mt-2 font-semibold">{title}</h3>
                <p className="mt-1.5 text-muted text-sm leading-relaxed">{text}</p>
              </Card>
            </li>
          ))}
        </ol>
        {!brand.hidden.includes("docs") && (
          <p className="text-muted text-sm">
            Developers launch with one HTTP request:{" "}
            <PageLink href="/docs" className="text-accent-text underline">
              read the API docs
            </PageLink>
            .
          </p>
        )}
      </Section>
      <Section id="guarantees" title="What the contracts guarantee">
        <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {GUARANTEES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-muted text-sm leading-relaxed">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="risks" title="Risks">
        <Card className="flex gap-3.5 p-5">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          <div className="grid gap-2 text-muted text-sm leading-relaxed">
            <p>
              Anyone can launch a token. Names, images and links come from their creators and are
              not verified. The price of a token can fall to zero, and locked liquidity does not
              prevent that.
            </p>
            <p>
              The contracts have not been audited. Trades cannot be reversed. Spend only what you
              can afford to lose.
            </p>
            <LegalLinks legal={legal} />
          </div>
        </Card>
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="scroll-mt-24 font-semibold text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The operator's texts, such as terms and privacy. */
function LegalLinks({ legal }: Pick<SiteFacts, "legal">) {
  if (legal.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {legal.map(({ name, title }) => (
        <PageLink key={name} href={`/legal/${name}`} className="text-accent-text underline">
          {title}
        </PageLink>
      ))}
    </p>
  );
}
