import type { Metadata } from "next";
import { CodeBlock } from "@/components/docs/code-block";
import { DocTable } from "@/components/docs/doc-table";
import {
  Code,
  Described,
  DocLink,
  DocList,
  DocPage,
  DocSection,
  DocText,
} from "@/components/docs/doc-text";
import { CADDY_CONFIG, NGINX_CONFIG, PROXY_ENV } from "@/components/docs/proxy-samples";
import { VARIABLE_TOPICS, variables } from "@/lib/schemas/environment";

export const metadata: Metadata = {
  title: "Self-hosting",
  description: "How to run a launchpad of your own, and every variable that configures it.",
};

const VARIABLES = Object.entries(variables.shape)
  .map(([name, rule]) => ({ name, ...rule.meta() }))
  .filter(({ internal }) => internal !== true);

export default function SelfHostingPage() {
  return (
    <DocPage
      title="Self-hosting"
      lead="Node 20.19 or later is all it needs. With an empty environment every part runs embedded and real, on this machine; each variable moves one part to a real service."
    >
      <CodeBlock title="Start it" code={"npm install\nnpm start"} />
      <DocSection id="production" title="In production">
        <DocList>
          <li>
            Put a <DocLink href="#proxy">proxy</DocLink> in front that ends TLS.
          </li>
          <li>
            Keep <Code>SERVER_WALLET_PRIVATE_KEY</Code>, <Code>WALLET_SEED_KEY</Code> and{" "}
            <Code>NEXTAUTH_SECRET</Code> in a store for secrets, and back the wallets' seed up: who
            has lost it has lost what people earned.
          </li>
          <li>
            The sandbox and real chains have separate accounts, sessions and managed wallets. With
            the first real chain you start without accounts; the terminal and the log say so. Update
            Slipway before you move a chain: existing accounts belong to what runs then.
          </li>
          <li>
            The sandbox's mails on <Code>/outbox</Code> open on this machine, and elsewhere by the
            link under “Mails” that the terminal prints. Its key is in{" "}
            <Code>DATA_DIR/secrets.json</Code>.
          </li>
          <li>
            Deploy the <DocLink href="/docs/contracts">contracts</DocLink> to each real chain first;
            a chain offers what its manifest has.
          </li>
          <li>
            On real chains people act with wallets of their own: those of their browser, Coinbase
            Wallet, and with <Code>WALLETCONNECT_PROJECT_ID</Code> those on other devices. A proxy
            in front must leave the headers for them, <Code>Cross-Origin-Opener-Policy</Code> and{" "}
            <Code>Content-Security-Policy</Code>, as they are.
          </li>
          <li>
            Postgres is reached directly, or through a pooler in session mode: processes listen,
            hold locks and keep planned statements on their connections. A web server opens at most
            30, an indexer 12.
          </li>
          <li>
            A load balancer asks <Code>/readyz</Code>; Prometheus asks <Code>/metrics</Code> with{" "}
            <Code>METRICS_TOKEN</Code> as a bearer token.
          </li>
          <li>
            Processes stop cleanly on <Code>SIGTERM</Code>, and may be killed: what was accepted is
            launched once, by whoever runs next.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="proxy" title="Behind a proxy">
        <DocText>
          Set how many proxies are in front. The caller is that many <Code>X-Forwarded-For</Code>{" "}
          entries from the right, so each proxy has to append the address that it sees. Requests
          without the header count as the proxy's own: they share one limit, no exemption applies to
          them, and <Code>/metrics</Code> needs <Code>METRICS_TOKEN</Code>.
        </DocText>
        <CodeBlock title=".env" code={PROXY_ENV} />
        <CodeBlock title="nginx" code={NGINX_CONFIG} />
        <CodeBlock title="Caddyfile" code={CADDY_CONFIG} />
        <DocText>
          With a CDN in front of the proxy, set <Code>TRUSTED_PROXY_HOPS=2</Code> and let nobody but
          the CDN reach the proxy. nginx stays as above; in Caddy, list the CDN's addresses under{" "}
          <Code>trusted_proxies</Code>, so that it appends to their header. There are no WebSockets:
          live updates are server-sent events.
        </DocText>
      </DocSection>
      <DocSection id="machines" title="On several machines">
        <DocText>
          With every part configured, run the web server as often as you like and the indexer at
          least once; one indexer leads a chain, others stand by. The first web server creates the
          seed of the managed wallets, <Code>DATA_DIR/wallets/live/seed.json</Code>; copy it to each
          other machine, which does not start without it.
        </DocText>
        <CodeBlock
          title="Once, then on each machine"
          code={"npm run build\nnpm run migrate\n\nnpm run start:web\nnpm run start:indexer"}
        />
      </DocSection>
      <DocSection id="variables" title="Variables">
        <DocText>
          Read from the environment, <Code>.env</Code> and <Code>.env.local</Code>. A wrong one
          stops the start with its name and an example; half a configured service is a mistake too.
        </DocText>
        {Object.entries(VARIABLE_TOPICS).map(([topic, title]) => (
          <div key={topic} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h3 className="font-medium">{title}</h3>
            <DocTable
              label={title}
              columns={["Variable", "What it does", "Example"]}
              rows={VARIABLES.filter((one) => one.topic === topic).map(
                ({ name, description, example }) => ({
                  id: name,
                  cells: [
                    <code key="name" className="font-mono text-[0.8125rem]">
                      {name}
                    </code>,
                    <Described key="description" text={description ?? ""} />,
                    <span key="example" className="font-mono text-xs">
                      {example}
                    </span>,
                  ],
                }),
              )}
            />
          </div>
        ))}
      </DocSection>
    </DocPage>
  );
}
