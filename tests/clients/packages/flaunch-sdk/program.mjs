import {
  generateTokenUri,
  uploadImageToFlaunchAPI,
  uploadMetadataToFlaunchAPI,
} from "@flaunch/sdk/helpers";
import axios from "axios";
import { fixture, runActions } from "./calls.ts";

/** The SDK hard-codes its service's URL: only the host is replaced. */
axios.interceptors.request.use((config) => ({
  ...config,
  url: config.url?.replace("https://web2-api.flaunch.gg", fixture.baseUrl),
}));

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";
let imageIpfs = "";

function must(isMet, expectation, found) {
  if (!isMet) throw new Error(`${expectation}; found ${JSON.stringify(found)}`);
}

await runActions({
  "uploads a picture": async () => {
    const { ipfsHash, tokenURI } = await uploadImageToFlaunchAPI(PNG);
    must(tokenURI === `ipfs://${ipfsHash}`, "tokenURI", tokenURI);
    imageIpfs = ipfsHash;
  },
  "uploads metadata": async () => {
    const metadata = { name: "SDK", symbol: "SDK", description: "By the SDK", imageIpfs };
    const { ipfsHash } = await uploadMetadataToFlaunchAPI(metadata);
    must(/^\w{46,}$/.test(ipfsHash), "a hash", ipfsHash);
  },
  "makes a token URI": async () => {
    const metadata = { base64Image: PNG, description: "By the SDK" };
    const tokenUri = await generateTokenUri("SDK", "SDK", { metadata });
    must(/^ipfs:\/\/\w{46,}$/.test(tokenUri), "a token URI", tokenUri);
  },
  "reads the reason of a refusal": async () => {
    const reason = await uploadImageToFlaunchAPI("data:image/png;base64,AAAA").then(
      () => "accepted",
      (error) => error.message,
    );
    must(!/status code|accepted|undefined/.test(reason), "a reason", reason);
  },
});
