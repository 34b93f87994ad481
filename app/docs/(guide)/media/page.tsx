import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { SampleTabs } from "@/components/docs/sample";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { VIDEO_LIMITS, VIDEO_STATES, type VideoState } from "@/lib/features/video/rules/video";
import { LIMITS } from "@/lib/operations/limits";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Images and videos",
  description: "Upload an image or a video and launch with it.",
};

const MB = 2 ** 20;
const STATES = {
  uploading: "Waiting for the file.",
  processing: "The video is being encoded.",
  nsfw_checking: "Its frames are being classified.",
  nsfw_approved: "Ready: launch with it.",
  nsfw_rejected: "The content was flagged.",
  error: "Processing failed. error has the reason.",
} as const satisfies Record<VideoState, string>;

export default async function MediaPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Images and videos"
      lead="Upload the file first, then launch with its hash or id. Each file is classified before it is stored on IPFS."
    >
      <DocSection id="images" title="Images">
        <DocText>
          PNG, JPEG, GIF, WebP or AVIF, up to {IMAGE_LIMITS.bytesMax / MB} MB,{" "}
          {IMAGE_LIMITS.pixelsMax / 1e6} megapixels over all frames and {IMAGE_LIMITS.framesMax}{" "}
          frames. The format is detected from the bytes. The image is re-encoded without metadata,
          with edges up to {IMAGE_LIMITS.edgeMax} pixels and up to{" "}
          {IMAGE_LIMITS.storedBytesMax / MB} MB. Every frame of an animation is classified, so at
          most {IMAGE_LIMITS.viewsMax} are stored, or {IMAGE_LIMITS.viewsMax / 2} if they are
          transparent; the duration stays. Send it as base64, with or without a data URI prefix. Use{" "}
          <Code>ipfsHash</Code> from the response as <Code>imageIpfs</Code> in the launch. The limit
          is {LIMITS.image.quota} uploads and {LIMITS.imageBytes.quota} MB per minute, unless the
          operator has changed it; rejected images count towards the bytes.
        </DocText>
        <SampleTabs
          origin={origin}
          tabs={[
            { title: "curl", name: "imageCurl" },
            { title: "TypeScript", name: "imageClient" },
            { title: "Command line", name: "imageCli" },
          ]}
        />
        <DocText>
          A flagged image returns 400{" "}
          <DocLink href="/docs/errors#content_flagged">content_flagged</DocLink> with the scores of
          the classifier, and is not stored. An image that the operator has removed, or a scaled or
          re-encoded copy of one, returns 451{" "}
          <DocLink href="/docs/errors#content_removed">content_removed</DocLink>, also in launches
          and metadata.
        </DocText>
        <DocText>
          A launch can also use an image on IPFS that was not uploaded here. It is fetched and
          classified after the launch, within the same limits; an animation with more than{" "}
          {IMAGE_LIMITS.viewsMax} different frames is rejected, where a transparent frame counts
          twice. So is an image that browsers may show in other colors than the classifier sees:
          with a gamma or color space other than sRGB or Display P3, HDR, a gain map of a phone,
          CMYK, or a color profile with tables. Upload such an image here, which encodes it again.
          Until it is approved, pages show a generated image and its <Code>image</Code> URL returns
          404. <Code>/ipfs/</Code> serves only uploads and approved images. Unused uploads are
          removed after a week.
        </DocText>
      </DocSection>
      <DocSection id="videos" title="Videos">
        <DocText>
          MP4, MOV, MKV or WebM, up to {VIDEO_LIMITS.durationSecondsMax} seconds and{" "}
          {VIDEO_LIMITS.sizeBytesMax / MB} MB. Request an <Code>uploadURL</Code>, send the file to
          it within {VIDEO_LIMITS.uploadSeconds / 60} minutes, and poll its status until it is
          approved. Then launch with <Code>videoUID</Code>. Without <Code>imageIpfs</Code>, a
          thumbnail of the video is the token image. The limit is {LIMITS.videoUpload.quota} uploads
          per hour, unless the operator has changed it.
        </DocText>
        <SampleTabs
          origin={origin}
          tabs={[
            { title: "curl", name: "videoCurl" },
            { title: "TypeScript", name: "videoClient" },
            { title: "Command line", name: "videoCli" },
          ]}
        />
        <DocTable
          label="Video states"
          columns={["State", "Meaning"]}
          rows={VIDEO_STATES.map((state) => ({
            id: state,
            cells: [<Code key="state">{state}</Code>, STATES[state]],
          }))}
        />
        <DocText>
          The file of a video that the operator has removed returns 451{" "}
          <DocLink href="/docs/errors#content_removed">content_removed</DocLink>; another encoding
          of it becomes <Code>nsfw_rejected</Code>.
        </DocText>
      </DocSection>
      <DocSection id="moderation" title="Decisions of moderators">
        <DocText>
          Visitors can report a token, its image, its video or its creator on the token’s page.
          Reports have no effect until a moderator decides. After a decision, the token has{" "}
          <Code>{"moderation: {state, reason}"}</Code> in the Data API. A <Code>hidden</Code> token
          is removed from lists, search and streams, but remains at its address and among the
          launches and positions of an address. A <Code>blurred</Code> token stays listed: blur its
          image. With <Code>picture_removed</Code>, <Code>image</Code> is null. The video of a token
          can be <Code>video_removed</Code>. <DocLink href="/docs/webhooks">Webhooks</DocLink>{" "}
          receive <Code>moderation.changed</Code>.
        </DocText>
      </DocSection>
    </DocPage>
  );
}
