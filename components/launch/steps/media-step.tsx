"use client";

import { Film, ImageUp, RefreshCw, RotateCw, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { type DropzoneState, useDropzone } from "react-dropzone";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { CropDialog } from "@/components/launch/media/crop-dialog";
import { UNFINISHED_UPLOAD } from "@/components/launch/media/media-issues";
import { MediaPicture } from "@/components/launch/media/media-picture";
import {
  findMotion,
  type ImageMotion,
  MEDIA_ACCEPT,
  MEDIA_BYTES_MAX,
  mediaKind,
  validateMediaFile,
} from "@/components/launch/media/media-rules";
import type { MediaUpload, UploadState } from "@/components/launch/media/use-media-upload";
import { VideoPreview } from "@/components/launch/media/video-preview";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Note } from "@/components/ui/field";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";

const BROKEN_TEXT =
  "This image can’t be opened: the file is damaged or has an unsupported format. Choose another file.";

/**
 * Image or video upload by drop, paste or file picker. The upload starts immediately.
 * @param upload belongs to the wizard: it continues while another step is shown
 * @param issue of the image or video that the draft itself does not show
 * @param isRefused whether the user tried to continue before the upload was finished
 */
export function MediaStep({
  upload,
  issue: mediaIssue,
  isRefused,
}: {
  upload: MediaUpload;
  issue: FormIssue | null;
  isRefused: boolean;
}) {
  const form = useFormContext<LaunchDraft>();
  const media = form.watch("media");
  const noteId = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  const choice = useChoice(upload);
  const { drop, cropping, refusal } = choice;
  const { state, isRunning } = upload;
  const issue =
    refusal ??
    (isRefused ? UNFINISHED_UPLOAD.message : null) ??
    (state.phase === "failed" ? state.message : null) ??
    (mediaIssue !== null && mediaIssue !== UNFINISHED_UPLOAD ? mediaIssue.message : null) ??
    (isRunning ? null : (form.formState.errors.media?.message ?? null));
  return (
    <div>
      <DropArea drop={drop} noteId={noteId} isWrong={issue !== null}>
        {media?.kind === "video" ? (
          <VideoPreview media={media} className="aspect-square w-full max-w-60 rounded-control" />
        ) : (
          <MediaPicture media={media} className="aspect-square w-full max-w-60 rounded-control" />
        )}
        <Controls
          media={media}
          upload={upload}
          chooser={chooser}
          isOver={drop.isDragActive}
          onChoose={drop.open}
          onClear={choice.clearRefusal}
        />
      </DropArea>
      <Note id={noteId} isError={issue !== null}>
        {issue ?? "Uploads are screened for prohibited content."}
      </Note>
      {cropping !== null && (
        <CropDialog
          key={cropping.choice}
          file={cropping.file}
          isFlattened={cropping.motion === "flattened"}
          focusAfter={chooser}
          onCancel={choice.cancelCrop}
          onBroken={choice.refuseBroken}
          onDone={choice.takeCropped}
        />
      )}
    </div>
  );
}

/** The image in the crop dialog. A later choice has another number, and a dialog of its own. */
type Cropping = { file: File; motion: ImageMotion; choice: number };

/** A selected file: rejected, or cropped if it is a still image, then uploaded. */
function useChoice(upload: MediaUpload) {
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const choices = useRef(0);
  const latest = useRef<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = validateMediaFile(file);
    setRefusal(problem);
    if (problem !== null) return;
    latest.current = file;
    if (mediaKind(file) === "video") upload.startVideo(file);
    else void takeImage(file);
  };
  const takeImage = async (file: File) => {
    const bytes = await file.arrayBuffer().catch(() => null);
    // Another file was chosen meanwhile.
    if (latest.current !== file) return;
    if (bytes === null) return refuseBroken();
    const motion = findMotion(new Uint8Array(bytes));
    if (motion === "kept") upload.startImage(file, file.name);
    else {
      choices.current += 1;
      setCropping({ file, motion, choice: choices.current });
    }
  };
  const drop = useDropzone({
    accept: MEDIA_ACCEPT,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (files, refused) => take(files[0] ?? refused[0]?.file),
  });
  usePaste(take);
  const refuseBroken = () => {
    setCropping(null);
    setRefusal(BROKEN_TEXT);
  };
  const takeCropped = (picture: Blob) => {
    setCropping(null);
    if (cropping !== null) upload.startImage(picture, cropping.file.name);
  };
  const cancelCrop = () => setCropping(null);
  const clearRefusal = () => setRefusal(null);
  const handlers = { refuseBroken, takeCropped, cancelCrop, clearRefusal };
  return { drop, cropping, refusal, ...handlers };
}

function DropArea({
  drop,
  noteId,
  isWrong,
  children,
}: {
  drop: DropzoneState;
  noteId: string;
  isWrong: boolean;
  children: ReactNode;
}) {
  return (
    <div
      {...drop.getRootProps()}
      data-slot="media-step"
      data-field="media"
      aria-describedby={noteId}
      className={cn(
        "grid gap-5 rounded-card border border-line-strong border-dashed bg-surface p-4 sm:grid-cols-[15rem_minmax(0,1fr)] sm:p-5",
        drop.isDragActive && "border-accent-text bg-raised",
        isWrong && "border-danger",
      )}
    >
      <input {...drop.getInputProps({ "aria-label": "Choose an image or video" })} />
      {children}
    </div>
  );
}

/** The selected file, its actions and the progress of its upload. */
type ControlsProps = {
  media: LaunchDraft["media"];
  upload: MediaUpload;
  chooser: RefObject<HTMLButtonElement | null>;
  isOver: boolean;
  onChoose: () => void;
  onClear: () => void;
};

function Controls(props: ControlsProps) {
  const { media, upload, isOver } = props;
  return (
    <div className="flex min-w-0 flex-col justify-center gap-3">
      <p role="status" className="font-medium">
        {isOver ? "Drop to upload" : titleOf(media?.name ?? null, upload.state)}
      </p>
      <p className="text-muted text-sm">
        Image: PNG, JPEG, GIF, WebP or AVIF, up to {MEDIA_BYTES_MAX.image / 2 ** 20} MB. Video: up
        to {MEDIA_BYTES_MAX.video / 2 ** 20} MB and 5 minutes. Drop or paste a file here.
      </p>
      <ControlButtons {...props} />
      <Progress state={upload.state} />
    </div>
  );
}

function ControlButtons({ media, upload, chooser, onChoose, onClear }: ControlsProps) {
  const form = useFormContext<LaunchDraft>();
  const { state, isUnfinished } = upload;
  const clear = () => {
    upload.cancel();
    onClear();
    // A canceled replacement leaves the file before it.
    if (!isUnfinished) form.setValue("media", null, { shouldDirty: true });
    // The focused button unmounts.
    chooser.current?.focus();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={chooser} variant={media === null ? "primary" : "secondary"} onClick={onChoose}>
        {media === null ? (
          <ImageUp aria-hidden="true" className="size-4" />
        ) : (
          <RefreshCw aria-hidden="true" className="size-4" />
        )}
        {media === null ? "Choose file" : "Replace"}
      </Button>
      {state.phase === "failed" && state.retry !== null && (
        <Button variant="secondary" onClick={state.retry}>
          <RotateCw aria-hidden="true" className="size-4" />
          Try again
        </Button>
      )}
      {(media !== null || isUnfinished) && (
        <Button variant="ghost" onClick={clear}>
          <Trash2 aria-hidden="true" className="size-4" />
          {isUnfinished ? "Cancel" : "Remove"}
        </Button>
      )}
    </div>
  );
}

function titleOf(name: string | null, state: UploadState): string {
  if (state.phase === "uploading") return "Uploading…";
  if (state.phase === "checking") return state.message;
  return name === null ? "Drop an image or video" : "Uploaded";
}

/**
 * Fixed height, so that the layout does not shift when an upload starts. The title announces the phases: a screen
 * reader would read out each percent.
 */
function Progress({ state }: { state: UploadState }) {
  const percent = state.phase === "uploading" ? state.percent : null;
  const isShown = state.phase === "uploading" || state.phase === "checking";
  return (
    <div className="h-6">
      {isShown && (
        <>
          <div
            role="progressbar"
            aria-label="Upload"
            aria-valuenow={percent ?? undefined}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 overflow-hidden rounded-full bg-raised"
          >
            <span
              className={cn(
                "block h-full rounded-full bg-accent transition-[width]",
                percent === null && "w-1/3 animate-pulse",
              )}
              style={percent === null ? undefined : { width: `${percent}%` }}
            />
          </div>
          <span className="flex items-center gap-1.5 pt-1 text-faint text-xs">
            <Film aria-hidden="true" className="size-3" />
            {state.phase === "checking" ? state.message : `${percent ?? 0}%`}
          </span>
        </>
      )}
    </div>
  );
}

/** Handles files pasted anywhere on the page, but not text pasted into a field. */
function usePaste(take: (file: File | undefined) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      take(file);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  });
}
