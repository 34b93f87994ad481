import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from "mediabunny";
import { DURATION_TOLERANCE_SECONDS } from "@/lib/features/video/rules/video";
import type { Probe } from "./probe";

const DECODABLE = ["avc", "hevc", "vp8", "vp9", "av1"];
/** Baseline, main and high profile: 8 bits, 4:2:0. Source: RFC 6381. */
const COPYABLE_VIDEO = /^avc1\.(42|4d|64)/i;
/** AAC-LC and HE-AAC. */
const COPYABLE_AUDIO = /^mp4a\.40\.(2|02|5|05|29)$/i;
const COPY_SIDE_MAX = 1920;
const SIDE_MAX = 4096;
const PIXELS_MAX = 4096 * 2304;
/**
 * Moderation and players decode from the key frame before a time. Encoders place one every 250 frames or
 * fewer by default.
 */
const KEY_FRAME_DISTANCE_MAX = 300;
const FRAMES_PER_SECOND_MAX = 120;
const DURATION_MIN_SECONDS = 0.1;

/**
 * Inspects an uploaded file without decoding it. Containers: MP4, QuickTime, Matroska and WebM,
 * detected by content, not by name. A file with an incomplete last frame is rejected.
 */
export async function probeVideo(path: string, durationSecondsMax: number): Promise<Probe> {
  const input = new Input({
    formats: [MP4, QTFF, MATROSKA, WEBM],
    source: new FilePathSource(path, { handleUnhandledError: () => undefined }),
  });
  try {
    return await look(input, durationSecondsMax);
  } catch {
    // The parser throws for unreadable files.
    return refused("The file is not a readable video. Use MP4, MOV, MKV or WebM.");
  } finally {
    input.dispose();
  }
}

async function look(input: Input, durationSecondsMax: number): Promise<Probe> {
  await input.getFormat();
  const [video] = await input.getVideoTracks();
  const [audio] = await input.getAudioTracks();
  if (video === undefined) {
    return refused(
      audio === undefined ? "The file contains no video." : "The file contains only audio.",
    );
  }
  const codec = await video.getCodec();
  if (codec === null || !DECODABLE.includes(codec)) {
    return refused("The video's codec is not supported. Use H.264, HEVC, VP8, VP9 or AV1.");
  }
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const coded = [await video.getCodedWidth(), await video.getCodedHeight()] as const;
  const sides = [width, height, ...coded];
  if (sides.some((side) => !(side >= 1 && side <= SIDE_MAX)) || coded[0] * coded[1] > PIXELS_MAX) {
    return refused(`The frames are too large. At most ${SIDE_MAX} pixels a side.`);
  }
  const last = await new EncodedPacketSink(video).getPacket(Number.POSITIVE_INFINITY);
  if (last === null || last.data.byteLength === 0) return refused("The file is incomplete.");
  const durationSeconds = await input.computeDuration();
  if (!(durationSeconds >= DURATION_MIN_SECONDS)) return refused("The video is too short.");
  if (durationSeconds > durationSecondsMax + DURATION_TOLERANCE_SECONDS) {
    return refused(`The video is too long. Maximum ${durationSecondsMax} seconds allowed.`);
  }
  const canCopy =
    Math.max(width, height) <= COPY_SIDE_MAX &&
    (await isCopyable(video, audio)) &&
    (await isQuickToSeek(video, durationSeconds));
  return {
    kind: "video",
    durationSeconds,
    width: Math.round(width),
    height: Math.round(height),
    canCopy,
  };
}

/** Some players show a copied clip with rotation sideways. */
async function isCopyable(video: InputVideoTrack, audio: InputAudioTrack | undefined) {
  const pixels = await video.getPixelAspectRatio();
  const isUpright = (await video.getRotation()) === 0 && !(await video.getFlip());
  const isSquare = pixels.num === pixels.den;
  const videoCodec = (await video.getCodecParameterString()) ?? "";
  const audioCodec = audio === undefined ? null : ((await audio.getCodecParameterString()) ?? "");
  const isAudioRight = audioCodec === null || COPYABLE_AUDIO.test(audioCodec);
  return isUpright && isSquare && COPYABLE_VIDEO.test(videoCodec) && isAudioRight;
}

/** Files can mark frames as key frames that are not, so the frame data is checked. */
async function isQuickToSeek(video: InputVideoTrack, durationSeconds: number): Promise<boolean> {
  const framesMax = Math.ceil(durationSeconds * FRAMES_PER_SECOND_MAX);
  const packets = new EncodedPacketSink(video).packets(undefined, undefined, {
    verifyKeyPackets: true,
  });
  let frames = 0;
  let sinceKey = 0;
  for await (const { type } of packets) {
    frames += 1;
    sinceKey = type === "key" ? 1 : sinceKey + 1;
    if (frames > framesMax || sinceKey > KEY_FRAME_DISTANCE_MAX) return false;
  }
  return true;
}

function refused(reason: string): Probe {
  return { kind: "refused", reason };
}
