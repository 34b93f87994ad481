import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { AGENT_CONFIGS, agentConfig } from "@/components/docs/samples/agent-samples";
import { LIMITS } from "@/lib/operations/limits";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Agents",
  description: "Connect an AI agent: MCP over HTTP and stdio, tools, resources and limits.",
};

export default async function AgentsPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Agents"
      lead="An MCP server with tools that search tokens, read prices, holders and earnings, and launch tokens."
    >
      <DocSection id="connect" title="Connect">
        <DocText>
          The server is at <Code>/mcp</Code> (streamable HTTP). It needs no key and is stateless.
        </DocText>
        <CodeBlock title={AGENT_CONFIGS.http.title} code={agentConfig("http", origin)} />
        <CodeBlock title={AGENT_CONFIGS.vscode.title} code={agentConfig("vscode", origin)} />
        <DocText>
          Clients that do not support HTTP run the same tools as a program over stdio. npx installs
          each URL once. After an upgrade of this service, copy the configuration again: its URL has
          the new version.
        </DocText>
        <CodeBlock title={AGENT_CONFIGS.stdio.title} code={agentConfig("stdio", origin)} />
        <DocText>List the tools with curl:</DocText>
        <Sample name="mcpCurl" origin={origin} />
      </DocSection>
      <DocSection id="tools" title="Tools">
        <DocText>
          <DocLink href="/skill.md">SKILL.md</DocLink> lists every tool and the rules for agents;{" "}
          <DocLink href="/llms.txt">llms.txt</DocLink> lists the tools and the HTTP APIs. Results
          have a schema: <Code>data</Code> is the response of the API, and <Code>next</Code> is the
          next step. Errors contain it as well, and set <Code>isError</Code>.
        </DocText>
        <DocText>
          Tokens are also resources:{" "}
          <Code>
            slipway://tokens/{"{chain}"}/{"{address}"}
          </Code>
          .
        </DocText>
      </DocSection>
      <DocSection id="launch" title="Launch in two steps">
        <DocList>
          <li>
            <Code>preview_launch</Code> checks the parameters and returns a{" "}
            <Code>confirmToken</Code>, valid for 10 minutes. Nothing is launched.
          </li>
          <li>
            <Code>launch</Code> needs that token and the same parameters. If you call it again with
            the same token, even from another address, it returns the same job.
          </li>
          <li>
            <Code>launch_status</Code> returns the state of the job.
          </li>
        </DocList>
        <DocText>
          Tell your client to ask you before it calls <Code>launch</Code>: the tool is annotated as
          destructive.
        </DocText>
      </DocSection>
      <DocSection id="images" title="Images">
        <DocText>
          <Code>upload_image</Code> takes bytes in base64 or an https URL. It rejects file paths,
          because a path could publish a private file. URLs are fetched from public addresses on
          port 443 only.
        </DocText>
      </DocSection>
      <DocSection id="safety" title="Limits and untrusted text">
        <DocList>
          <li>
            A tool call counts as the request that it sends: {LIMITS.launch.quota} launches,{" "}
            {LIMITS.image.quota} images and {LIMITS.data.quota} reads per minute and caller. Each
            message to the HTTP server also counts as one of {LIMITS.request.quota} requests. The
            operator can change these quotas.
          </li>
          <li>
            Anyone can choose the name and description of a token. Results with such text have a{" "}
            <Code>notice</Code> that it is data, not instructions. A model may follow it anyway:
            give an agent no more permissions than it needs.
          </li>
          <li>
            A launchpad on your machine rejects requests to <Code>/mcp</Code> from pages of other
            sites.
          </li>
        </DocList>
      </DocSection>
    </DocPage>
  );
}
