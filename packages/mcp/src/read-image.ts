import { sniffImageFormat } from "@/lib/features/media/rules/image";
import { decodeBase64 } from "@/lib/shared/text/data-uri";
import { type ToolArguments, ToolProblem } from "./tool";

const HEAD_CHARACTERS = 64;
/** `/home/…`, `~/…`, `./…`, `C:\…`, `\\host\…`, `file:…`, `picture.png`. */
const PATH = /^([/~\\]|\.{1,2}[/\\]|[A-Za-z]:[\\/]|file:)|[/\\]|\.[A-Za-z0-9]{1,5}$/;

const NO_PATHS =
  "This is a file path. The server never reads files, because a path can publish a private file. " +
  "Read the image yourself and pass its bytes as imageBase64, or pass an https URL as imageUrl.";

/**
 * The image of an upload: bytes or a URL, never a path.
 * @throws ToolProblem
 */
export function readImage(args: ToolArguments): { base64Image: string } | { imageUrl: string } {
  const { imageBase64, imageUrl } = args;
  if ((imageBase64 === undefined) === (imageUrl === undefined)) {
    throw new ToolProblem("Pass exactly one of imageBase64 (bytes) and imageUrl (an https URL).");
  }
  if (typeof imageUrl === "string") return { imageUrl: requireHttps(imageUrl.trim()) };
  if (typeof imageBase64 !== "string") throw new ToolProblem("imageBase64 must be text.");
  return { base64Image: requireImage(imageBase64.trim()) };
}

function requireHttps(text: string): string {
  if (/^https:\/\//i.test(text) && URL.canParse(text)) return text;
  if (/^http:\/\//i.test(text)) {
    throw new ToolProblem("imageUrl must start with https://. Plain http is not fetched.");
  }
  if (PATH.test(text)) throw new ToolProblem(NO_PATHS);
  throw new ToolProblem("imageUrl must be an https URL, such as https://example.com/token.png.");
}

/** A JPEG in base64 starts with a slash too, so the first bytes decide. */
function requireImage(text: string): string {
  if (/^https?:\/\//i.test(text)) {
    throw new ToolProblem("This is a URL. Pass it as imageUrl instead of imageBase64.");
  }
  const isDataUri = /^data:/i.test(text);
  const head = isDataUri ? text.slice(text.indexOf(",") + 1) : text;
  const bytes = decodeBase64(head.slice(0, HEAD_CHARACTERS), HEAD_CHARACTERS);
  if (bytes instanceof Uint8Array && sniffImageFormat(bytes) !== null) return text;
  if (!isDataUri && PATH.test(text.slice(0, 4_096))) throw new ToolProblem(NO_PATHS);
  throw new ToolProblem(
    "imageBase64 must be a PNG, JPEG, GIF, WebP or AVIF file in base64, with or without " +
      "data:image/png;base64, before it. These bytes are not such a file.",
  );
}
