import { ArrowRight, Rocket } from "lucide-react";
import { launchExample } from "@/components/docs/launch-example";
import { RequestSample } from "@/components/docs/request-sample";
import { buttonClass } from "@/components/ui/button";
import { PageLink } from "@/components/ui/page-link";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/** The product in one sentence, with the request that launches a token. */
export function Hero({ chain, origin }: { chain: ChainSlug; origin: string }) {
  return (
    <section className="border-b">
      <div className="mx-auto grid max-w-page items-center gap-x-12 gap-y-6 px-4 py-7 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,34.5rem)] lg:py-9">
        <div>
          <h1 className="text-balance text-display">Launch a token with one request.</h1>
          <p className="mt-4 max-w-[34rem] text-pretty text-base text-muted sm:text-lg leading-relaxed">
            Slipway deploys the token, opens its Uniswap v4 pool and pays the gas. Trading starts
            within seconds, and you choose who earns the fees.
          </p>
          <p className="mt-7 flex flex-wrap gap-2">
            <PageLink href="/launch" className={buttonClass({ variant: "primary" })}>
              <Rocket aria-hidden="true" className="size-4" />
              Launch in the browser
            </PageLink>
            <PageLink href="/docs" className={buttonClass({ variant: "ghost" })}>
              Read the docs
              <ArrowRight aria-hidden="true" className="size-4" />
            </PageLink>
          </p>
        </div>
        <RequestSample
          {...launchExample(chain)}
          origin={origin}
          title={`Launch on ${CHAINS[chain].name}`}
          footer={
            <>
              Returns a <code className="text-code-ink">jobId</code>. Poll{" "}
              <code className="break-all text-code-ink">/api/v1/launch-status/{"{jobId}"}</code>{" "}
              until the launch is completed.
            </>
          }
        />
      </div>
    </section>
  );
}
