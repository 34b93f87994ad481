import type { Metadata } from "next";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample, SampleTabs } from "@/components/docs/sample";
import { LIMITS } from "@/lib/operations/limits";
import { requestOrigin } from "../../request-origin";

export const metadata: Metadata = {
  title: "Docs",
  description: "Launch a token and read token data over HTTP, from nothing to a trade.",
};

export default async function QuickStartPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Three requests to a token"
      lead={
        <>
          No key, no wallet, no gas. Send a launch, follow its job, and read the token like any
          other. A caller may launch {LIMITS.launch.quota} tokens in {LIMITS.launch.windowSeconds}{" "}
          seconds.
        </>
      }
    >
      <SampleTabs
        origin={origin}
        tabs={[
          { title: "curl", name: "launchCurl" },
          { title: "TypeScript", name: "launchClient" },
          { title: "Command line", name: "launchCli" },
        ]}
      />
      <DocSection id="what-happens" title="What happens">
        <DocList>
          <li>
            Everything that can be wrong is found before anything is stored; a mistake costs no
            launch of yours.
          </li>
          <li>
            The answer has a <Code>jobId</Code> to follow and <Code>expectedAddress</Code>, where
            the token will stand.
          </li>
          <li>
            <Code>launch-status</Code> goes from <Code>waiting</Code> over <Code>active</Code> to{" "}
            <Code>completed</Code> or <Code>failed</Code>. Poll it once a second.
          </li>
          <li>
            Ada needs no wallet: she signs in with her email address and takes out what her token
            earns. Who else can earn, and how: <DocLink href="/docs/launching">launching</DocLink>.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="clients" title="Clients">
        <DocText>
          Install the TypeScript client and the command line from this launchpad with{" "}
          <Code>npm install {origin}/slipway.tgz</Code>. Programs import{" "}
          <Code>@slipway-launchpad/slipway/client</Code>, and <Code>npx --no slipway --help</Code>{" "}
          lists the commands. The package is not on the npm registry; <Code>--no</Code> stops npx
          from looking there. The client repeats reads and launches that got no answer and never
          launches twice. For other languages there are OpenAPI documents of both interfaces:{" "}
          <DocLink href="/openapi/launch.json">launch</DocLink> and{" "}
          <DocLink href="/openapi/data.json">data</DocLink>, and a{" "}
          <DocLink href="/openapi/postman.json">Postman collection</DocLink>.
        </DocText>
      </DocSection>
      <DocSection id="health" title="Is it well?">
        <DocText>
          <Code>/livez</Code> always answers 200 and says what fails; <Code>/readyz</Code> answers
          503 while something does. For people there is the{" "}
          <DocLink href="/status">status page</DocLink>.
        </DocText>
        <Sample name="health" origin={origin} />
      </DocSection>
    </DocPage>
  );
}
