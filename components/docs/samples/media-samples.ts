import type { DocSample } from "./doc-sample";
import { CLIENT, JSON_HEADER, textOf } from "./sample-parts";

/** Samples that upload images and videos. */
export const MEDIA_SAMPLES = {
  imageCurl: {
    title: "Upload picture.png",
    language: "shell",
    code: `printf '{"base64Image":"data:image/png;base64,%s"}' "$(base64 < picture.png | tr -d '\\n')" \\
  | curl -s ORIGIN/api/v1/upload-image ${JSON_HEADER} -d @-`,
  },
  imageClient: {
    title: "image.mjs",
    language: "typescript",
    code: `import { readFile } from "node:fs/promises";
${CLIENT}

const base64 = (await readFile("picture.png")).toString("base64");
const { ipfsHash } = await launchpad.uploadImage({
  base64Image: \`data:image/png;base64,\${base64}\`,
});
console.log("imageIpfs:", ipfsHash);`,
  },
  imageCli: {
    title: "Upload picture.png",
    language: "shell",
    code: "npx --no -- slipway upload picture.png --url ORIGIN",
  },
  videoCurl: {
    title: "Upload clip.mp4 and wait",
    language: "shell",
    code: `TICKET=$(curl -s -X POST ORIGIN/api/v1/upload-video ${JSON_HEADER} -d '{}')
echo "$TICKET"
URL=$(echo "$TICKET" | ${textOf("uploadURL")})
VIDEO=$(echo "$TICKET" | ${textOf("videoUID")})

[ -z "$URL" ] || curl -sS -F file=@clip.mp4 "$URL"

until [ -z "$VIDEO" ] || curl -sS "ORIGIN/api/v1/video-status?uid=$VIDEO" \\
  | grep -E '"nsfw_(approved|rejected)"|"error"'
do sleep 1; done`,
  },
  videoClient: {
    title: "video.mjs",
    language: "typescript",
    code: `import { openAsBlob } from "node:fs";
${CLIENT}

const { uploadURL, videoUID } = await launchpad.uploadVideo();
await launchpad.sendVideo(uploadURL, await openAsBlob("clip.mp4"));
const { duration, streamUrl } = await launchpad.waitForVideo(videoUID);
console.log(videoUID, duration, "s", streamUrl);`,
  },
  videoCli: {
    title: "Upload clip.mp4 and wait",
    language: "shell",
    code: "npx --no -- slipway video clip.mp4 --wait --url ORIGIN",
  },
} as const satisfies Record<string, DocSample>;
