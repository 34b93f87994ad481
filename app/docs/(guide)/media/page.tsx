import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, DocLink, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { SampleTabs } from "@/components/docs/sample";
import { IMAGE_LIMITS } from "@/lib/domain/image";
import { VIDEO_LIMITS, VIDEO_STATES, type VideoState } from "@/lib/domain/video";
import { LIMITS } from "@/lib/operations/limits";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Pictures and videos",
  description: "How to upload a picture or a video, and what is done with it.",
};

const MB = 2 ** 20;
const STATES = {
  uploading: "The file has not come yet.",
  processing: "It is being made to play everywhere.",
  nsfw_checking: "Its frames are looked at.",
  nsfw_approved: "Launch with it.",
  nsfw_rejected: "Its content was flagged.",
  error: "It can't be used; the error says why.",
} as const satisfies Record<VideoState, string>;

export default async function MediaPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Pictures and videos"
      lead="Upload first, launch with the answer. Everything is looked at by a classifier before it is stored, and stored on IPFS."
    >
      <DocSection id="pictures" title="A picture">
        <DocText>
          PNG, JPEG, GIF, WebP or AVIF, told by its bytes; at most {IMAGE_LIMITS.bytesMax / MB} MB,{" "}
          {IMAGE_LIMITS.pixelsMax / 1e6} megapixels over all frames and {IMAGE_LIMITS.framesMax}{" "}
          frames. It is made anew from its pixels, without metadata, at most {IMAGE_LIMITS.edgeMax}{" "}
          pixels wide and high and {IMAGE_LIMITS.storedBytesMax / MB} MB large. Send it in base64,
          as a data URI or without that head. <Code>ipfsHash</Code> of the answer is the{" "}
          <Code>imageIpfs</Code> of a launch. A caller may upload {LIMITS.image.quota} in a minute,
          and send {LIMITS.imageBytes.quota} MB, refused pictures included.
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
          A picture that is refused answers 400{" "}
          <DocLink href="/docs/errors#content_flagged">content_flagged</DocLink> with what was seen,
          and is not kept.
        </DocText>
        <DocText>
          A launch may also name a picture on IPFS that was not uploaded here. It is fetched and
          classified after the launch, within the same limits; until it is approved, pages show a
          generated picture and its <Code>image</Code> address answers 404. <Code>/ipfs/</Code>{" "}
          serves uploads and approved pictures, nothing else. An upload that no launch uses is
          removed after a week.
        </DocText>
      </DocSection>
      <DocSection id="videos" title="A video">
        <DocText>
          MP4, MOV, MKV or WebM; at most {VIDEO_LIMITS.durationSecondsMax} seconds and{" "}
          {VIDEO_LIMITS.sizeBytesMax / MB} MB. Ask for an <Code>uploadURL</Code>, send the file
          there within {VIDEO_LIMITS.uploadSeconds / 60} minutes, and follow it until it is
          approved. Then launch with <Code>videoUID</Code>; without <Code>imageIpfs</Code> a frame
          of it is the picture. A caller may upload {LIMITS.videoUpload.quota} in an hour.
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
          label="States of a video"
          columns={["State", "Meaning"]}
          rows={VIDEO_STATES.map((state) => ({
            id: state,
            cells: [<Code key="state">{state}</Code>, STATES[state]],
          }))}
        />
      </DocSection>
    </DocPage>
  );
}
