import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fixture, runActions } from "./calls.ts";

/** The metadata provider hard-codes its service's URL: only the host is replaced. */
const { fetch } = globalThis;
globalThis.fetch = (url, init) =>
  fetch(String(url).replace("https://web2-api.flaunch.gg", fixture.baseUrl), init);

// The package's entry point loads a hundred other packages; this module needs none.
const require = createRequire(import.meta.url);
const {
  generateTokenUri,
} = require("./node_modules/@coinbase/agentkit/dist/action-providers/flaunch/metadata_utils.js");

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";
writeFileSync("dot.png", Buffer.from(PNG, "base64"));
writeFileSync("dot.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');

async function metadataOf(tokenUri) {
  const cid = tokenUri.replace(/^ipfs:\/\//, "");
  return (await fetch(`${fixture.baseUrl}/ipfs/${cid}`)).json();
}

function must(isMet, expectation, found) {
  if (!isMet) throw new Error(`${expectation}; found ${JSON.stringify(found)}`);
}

await runActions({
  "uploads a picture and metadata without links": async () => {
    const metadata = { image: "dot.png", description: "From an agent" };
    const tokenUri = await generateTokenUri("Agent", "AGENT", { metadata });
    const { image, name } = await metadataOf(tokenUri);
    must(/^ipfs:\/\/[^/:]+$/.test(image), "one ipfs:// prefix", image);
    must(name === "Agent", "the name", name);
  },
  "uploads metadata with links": async () => {
    const websiteUrl = "https://example.com";
    const metadata = { image: "dot.png", description: "With a link", websiteUrl };
    must(
      JSON.stringify(
        await metadataOf(await generateTokenUri("Agent", "AGENT", { metadata })),
      ).includes(websiteUrl),
      "the link is there",
    );
  },
  "reads the reason of a refusal": async () => {
    const metadata = { image: "dot.svg", description: "No picture" };
    const reason = await generateTokenUri("Agent", "AGENT", { metadata }).then(
      () => "accepted",
      (error) => error.message,
    );
    must(!/undefined|Bad Request$/.test(reason) && reason !== "accepted", "a reason", reason);
  },
});
