import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";

/** Only files, and only the containers that the probe lets through: no playlists, no addresses. */
const INPUT_GUARD = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm",
];
const QUIET = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"];
/** Tags can hold where and by whom it was filmed. */
const FIRST_TRACKS = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"];
const STRIPPED = ["-map_metadata", "-1", "-map_chapters", "-1"];
const SIDE_MAX = 1280;
const SEGMENT_SECONDS = 4;

export const FILES = {
  clip: "clip.mp4",
  playlist: "stream.m3u8",
  init: "init.mp4",
  segments: "segment-%04d.m4s",
  thumbnail: "thumbnail.jpg",
} as const;

/** Even sides that fit into 1280 pixels. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Takes the tracks over as they are. */
export function copyArguments(source: string): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-i", source, ...FIRST_TRACKS, ...STRIPPED],
    ...["-c", "copy", "-f", "mp4", FILES.clip],
  ];
}

/** Makes H.264 and AAC of whatever it is. ffmpeg turns rotated pictures upright by itself. */
export function transcodeArguments(
  source: string,
  size: { width: number; height: number },
  durationSecondsMax: number,
): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-threads", "2", "-i", source, ...FIRST_TRACKS, ...STRIPPED],
    ...["-t", String(durationSecondsMax), "-vf", `scale=${size.width}:${size.height},setsar=1`],
    // Without vfr a gap between two time stamps would be filled with copies.
    ...["-vsync", "vfr", "-c:v", "libx264", "-preset", "veryfast", "-threads", "2"],
    ...["-crf", "23", "-maxrate", "2500k", "-bufsize", "5000k"],
    ...["-pix_fmt", "yuv420p", "-profile:v", "high"],
    ...["-force_key_frames", `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"],
    ...["-max_muxing_queue_size", "1024", "-f", "mp4", FILES.clip],
  ];
}

/** Cuts the clip into fragments, bit for bit: what is played is what the moderation has seen. */
export function segmentArguments(): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-i", FILES.clip, "-map", "0", "-c", "copy", ...STRIPPED],
    ...["-f", "hls", "-hls_time", String(SEGMENT_SECONDS), "-hls_playlist_type", "vod"],
    ...["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", FILES.init],
    ...["-hls_segment_filename", FILES.segments, FILES.playlist],
  ];
}

export function thumbnailArguments(atSeconds: number): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-ss", String(atSeconds), "-i", FILES.clip],
    ...["-frames:v", "1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"],
    ...[...STRIPPED, "-f", "mjpeg", FILES.thumbnail],
  ];
}

const RAW_FRAME = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"];

/** One frame as raw pixels on stdout; quick at any place of a long clip. */
export function frameArguments(atSeconds: number): string[] {
  const seek = ["-ss", atSeconds.toFixed(3), "-i", FILES.clip, "-frames:v", "1"];
  return [...QUIET, ...INPUT_GUARD, ...seek, "-vf", square(), ...RAW_FRAME];
}

/** `count` evenly spread frames in one pass; quick for short clips. */
export function framesArguments(count: number, durationSeconds: number): string[] {
  const filter = `fps=${count}/${durationSeconds.toFixed(3)},${square()}`;
  return [...QUIET, ...INPUT_GUARD, "-i", FILES.clip, "-vf", filter, ...RAW_FRAME];
}

function square(): string {
  return `scale=${FRAME_SIZE}:${FRAME_SIZE},setsar=1`;
}
