import type { Metadata } from "next";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample, SampleTabs } from "@/components/docs/sample";
import { LIMITS } from "@/lib/operations/limits";
import { requestOrigin } from "../../request-origin";

export const metadata: Metadata = {
  title: "Docs",
  description: "Launch a token and read token data over HTTP.",
};

export default async function QuickStartPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Launch a token in three requests"
      lead={
        <>
          No API key, no wallet, no gas. Send a launch, poll its job, then read the token. The limit
          is {LIMITS.launch.quota} launches per {LIMITS.launch.windowSeconds} seconds, unless the
          operator has changed it.
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
            The request is validated before anything is stored. A rejected request does not count as
            a launch.
          </li>
          <li>
            The response has a <Code>jobId</Code> to poll, and <Code>expectedAddress</Code>, the
            address of the token.
          </li>
          <li>
            The state in <Code>launch-status</Code> is <Code>waiting</Code>, then{" "}
            <Code>active</Code>, then <Code>completed</Code> or <Code>failed</Code>. Poll it once
            per second.
          </li>
          <li>
            The creator needs no wallet: Ada signs in with her email address and withdraws what her
            token earned. <DocLink href="/docs/launching">Launching</DocLink> lists everyone who can
            earn fees.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="clients" title="Clients">
        <DocText>
          Install the TypeScript client and the CLI from this launchpad with{" "}
          <Code>npm install {origin}/slipway.tgz</Code>. Import{" "}
          <Code>@slipway-launchpad/slipway/client</Code> in your program.{" "}
          <Code>npx --no -- slipway --help</Code> lists the commands. The package is not on the npm
          registry; <Code>--no</Code> stops npx from looking there. The client retries reads,
          launches and managers that got no response, and never launches twice. For other languages,
          use the OpenAPI documents of the <DocLink href="/openapi/launch.json">Launch API</DocLink>{" "}
          and the <DocLink href="/openapi/data.json">Data API</DocLink>, or the{" "}
          <DocLink href="/openapi/postman.json">Postman collection</DocLink>.
        </DocText>
        <DocText>
          This address serves the newest package only. After the launchpad is upgraded,{" "}
          <Code>npm ci</Code> fails with <Code>EINTEGRITY</Code> in a project that was installed
          from the address. For builds that can be repeated, download the archive into your project,
          install the file and commit it:{" "}
          <Code>curl -fO {origin}/slipway.tgz && npm install ./slipway.tgz</Code>. Run this command
          again to upgrade.
        </DocText>
      </DocSection>
      <DocSection id="health" title="Health">
        <DocText>
          <Code>/livez</Code> returns 200 while the process runs. <Code>/readyz</Code> returns 503
          while the server cannot serve reads. <Code>/healthz</Code> reports which capabilities
          work, and why others do not; the <DocLink href="/status">status page</DocLink> shows the
          same.
        </DocText>
        <Sample name="health" origin={origin} />
      </DocSection>
    </DocPage>
  );
}
