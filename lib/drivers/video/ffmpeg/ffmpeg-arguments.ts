import { FRAME_SIZE } from "@/lib/features/media/rules/moderation";
import { THUMBNAIL_FILE } from "@/lib/features/video/rules/video";

/** Only files, and only the containers that the probe accepts: no playlists, no URLs. */
const INPUT_GUARD = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm",
];
const QUIET = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"];
/** Tags may contain the location and the author of a recording. */
const FIRST_TRACKS = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"];
const STRIPPED = ["-map_metadata", "-1", "-map_chapters", "-1"];
const SIDE_MAX = 1280;
const SEGMENT_SECONDS = 4;
/** Drops frames that follow another within 8 ms: 120 fps stay, also with times in whole milliseconds. */
const DISTINCT = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.0079)'";

export const FILES = {
  clip: "clip.mp4",
  playlist: "stream.m3u8",
  init: "init.mp4",
  segments: "segment-%04d.m4s",
  thumbnail: THUMBNAIL_FILE,
} as const;

/** Even dimensions that fit into 1280 pixels. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Copies the tracks without encoding. */
export function copyArguments(source: string): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-i", source, ...FIRST_TRACKS, ...STRIPPED],
    ...["-c", "copy", "-f", "mp4", FILES.clip],
  ];
}

/** Encodes H.264 and AAC. ffmpeg applies rotation itself. */
export function transcodeArguments(
  source: string,
  size: { width: number; height: number },
  durationSecondsMax: number,
): string[] {
  return [
    ...[...QUIET, ...INPUT_GUARD, "-threads", "2", "-i", source, ...FIRST_TRACKS, ...STRIPPED],
    ...["-t", String(durationSecondsMax), "-vf"],
    `${DISTINCT},scale=${size.width}:${size.height},setsar=1`,
    // Without vfr, ffmpeg fills a gap between two timestamps with copies.
    ...["-vsync", "vfr", "-c:v", "libx264", "-preset", "veryfast", "-threads", "2"],
    ...["-crf", "23", "-maxrate", "2500k", "-bufsize", "5000k"],
    ...["-pix_fmt", "yuv420p", "-profile:v", "high"],
    ...["-force_key_frames", `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"],
    ...["-max_muxing_queue_size", "1024", "-f", "mp4", FILES.clip],
  ];
}

/**
 * Cuts the clip into fragments without encoding, so that moderation saw exactly what is played.
 */
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
    ...[...QUIET, ...INPUT_GUARD, ...seek(atSeconds), "-vf", VISIBLE],
    ...["-frames:v", "1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"],
    ...[...STRIPPED, "-f", "mjpeg", FILES.thumbnail],
  ];
}

const RAW_FRAME = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"];

/**
 * The frame that a viewer sees at a time, as raw pixels on stdout; fast at any position of a long clip.
 */
export function frameArguments(atSeconds: number): string[] {
  const filter = ["-frames:v", "1", "-vf", `${VISIBLE},${square()}`];
  return [...QUIET, ...INPUT_GUARD, ...seek(atSeconds), ...filter, ...RAW_FRAME];
}

/** The last frame of the clip. @param fromSeconds a time that has a frame; the rest is decoded */
export function lastFrameArguments(fromSeconds: number): string[] {
  // Frames before the position have negative times, and would be dropped.
  const filter = ["-vf", `${square()},reverse,setpts=PTS-STARTPTS`, "-frames:v", "1"];
  return [...QUIET, ...INPUT_GUARD, ...seek(fromSeconds), ...filter, ...RAW_FRAME];
}

/**
 * An exact seek of ffmpeg returns the first frame after a time, and would skip a frame that is shown for
 * longer than its neighbours. So it starts at the key frame before, and this filter chooses the latest
 * frame that has begun.
 */
const VISIBLE = "fps=fps=1000:round=down:start_time=0";

function seek(atSeconds: number): string[] {
  return ["-noaccurate_seek", "-ss", atSeconds.toFixed(3), "-i", FILES.clip];
}

/** `count` evenly spaced frames in one pass; fast for short clips. */
export function framesArguments(count: number, durationSeconds: number): string[] {
  const filter = `fps=${count}/${durationSeconds.toFixed(3)},${square()}`;
  return [...QUIET, ...INPUT_GUARD, "-i", FILES.clip, "-vf", filter, ...RAW_FRAME];
}

function square(): string {
  return `scale=${FRAME_SIZE}:${FRAME_SIZE},setsar=1`;
}
