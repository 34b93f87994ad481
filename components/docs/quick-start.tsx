import Link from "next/link";
import { Tabs } from "@/components/ui/tabs";
import { getLaunchStatus } from "@/lib/operations/launch";
import { LIMITS } from "@/lib/operations/limits";
import { launchExample } from "./launch-example";
import { RequestSample } from "./request-sample";

const CHAIN = "base-sepolia";

/** From nothing to a token in three requests. */
export function QuickStart({ origin }: { origin: string }) {
  const launch = { ...launchExample(CHAIN), origin };
  return (
    <section aria-labelledby="quick-start" className="border-b">
      <div className="mx-auto max-w-page px-4 py-9 sm:px-6 lg:py-10">
        <h1 id="quick-start" className="font-bold text-4xl tracking-[-0.03em]">
          Three requests to a token
        </h1>
        <p className="mt-3 max-w-2xl text-lg text-muted leading-relaxed">
          No key and no wallet. Send a launch, follow its job, and read the token like any other. A
          caller may launch {LIMITS.launch.quota} tokens in {LIMITS.launch.windowSeconds} seconds;
          every mistake has a code, listed under{" "}
          <Link href="/docs/errors" className="text-accent-text underline underline-offset-4">
            errors
          </Link>
          .
        </p>
        <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          <Tabs
            label="Language"
            tabs={[
              {
                id: "curl",
                title: "curl",
                panel: <RequestSample {...launch} title="1 · Launch" />,
              },
              {
                id: "javascript",
                title: "JavaScript",
                panel: <RequestSample {...launch} language="javascript" title="1 · Launch" />,
              },
            ]}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:pt-11">
            <RequestSample
              origin={origin}
              method="GET"
              path={getLaunchStatus.path.replace("{jobId}", "JOB_ID")}
              title="2 · Follow the job: waiting, active, completed"
            />
            <RequestSample
              origin={origin}
              method="GET"
              path={`/v1/${CHAIN}/tokens/new?limit=1`}
              title="3 · Read the newest token"
            />
          </div>
        </div>
      </div>
    </section>
  );
}
