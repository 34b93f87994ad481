import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocList, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { Sample } from "@/components/docs/sample";
import { EMBED_SIZE } from "@/lib/features/share/rules/embed-code";
import { SHARE_PICTURE } from "@/lib/features/share/rules/share-title";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Share and embed",
  description: "Share links and images of tokens, and show a token’s card on your website.",
};

const ADDRESSES = [
  {
    path: "/{chain}/{tokenAddress}",
    content: "Token page: Share offers links, a QR code and HTML",
  },
  {
    path: "/share/{chain}/{tokenAddress}",
    content: `Image with market cap and 24h line, PNG, ${SHARE_PICTURE.width} × ${SHARE_PICTURE.height}`,
  },
  { path: "/{chain}/{tokenAddress}/embed", content: "Card that other sites may frame" },
  { path: "/oembed?url=…", content: "HTML of the card, by oEmbed" },
] as const;

export default async function SharingPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Share and embed"
      lead="Each token has an image for link previews and a card for other websites. Neither needs an API key."
    >
      <DocSection id="addresses" title="Addresses">
        <DocTable
          label="Addresses"
          columns={["Path", "Content"]}
          rows={ADDRESSES.map(({ path, content }) => ({
            id: path,
            cells: [<Code key="path">{path}</Code>, content],
          }))}
        />
      </DocSection>
      <DocSection id="card" title="Card">
        <DocText>
          Choose <b>Share</b> and <b>Embed on a website</b> on a token page, and paste the HTML into
          your page. The card shows the name, image, price, market cap, 24h change and a line chart
          of the last 24 hours. It links to the token page.
        </DocText>
        <DocList>
          <li>
            The default size is {EMBED_SIZE.width} × {EMBED_SIZE.height} pixels. The card fits other
            sizes.
          </li>
          <li>
            <Code>?theme=light</Code> or <Code>?theme=dark</Code> sets the theme. Without it, the
            card follows the reader’s system.
          </li>
          <li>
            The card runs no script and sets no cookie. Its figures do not change after it has
            loaded.
          </li>
          <li>
            The card of a hidden token is a notice, and a blurred image stays blurred. No other page
            can be framed.
          </li>
        </DocList>
      </DocSection>
      <DocSection id="oembed" title="oEmbed">
        <DocText>
          Token pages link to the <DocLink href="https://oembed.com">oEmbed</DocLink> endpoint in
          their <Code>head</Code>, so that editors that support discovery turn a pasted link into
          the card. The endpoint is public and allows every origin. It takes <Code>url</Code>,{" "}
          <Code>maxwidth</Code> and <Code>maxheight</Code>. URLs of other sites return 404, and
          formats other than JSON return 501.
        </DocText>
        <Sample name="oEmbed" origin={origin} />
      </DocSection>
    </DocPage>
  );
}
