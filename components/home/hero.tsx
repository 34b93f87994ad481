import { Rocket } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { PageLink } from "@/components/ui/page-link";
import { RememberVisit } from "./remember-visit";

/** The product in one line, with its two main actions. For first visits. */
export function Hero() {
  return (
    <section data-slot="hero" aria-labelledby="hero-title" className="border-b">
      <div className="mx-auto grid max-w-page gap-4 px-4 py-5 sm:px-6 sm:py-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:gap-12">
        <div>
          <h1 id="hero-title" className="text-balance text-display">
            Launch a token in seconds. No wallet, no gas.
          </h1>
          <p className="mt-2.5 max-w-[38rem] text-pretty text-muted sm:text-lg">
            You choose who earns its trading fees. It trades at once in its own pool.
          </p>
        </div>
        <p className="flex flex-wrap gap-2 lg:pb-1">
          <PageLink href="/launch" className={buttonClass({ variant: "primary" })}>
            <Rocket aria-hidden="true" className="size-4" />
            Launch a token
          </PageLink>
          <PageLink href="/explore" className={buttonClass()}>
            Explore tokens
          </PageLink>
        </p>
      </div>
      <RememberVisit />
    </section>
  );
}
