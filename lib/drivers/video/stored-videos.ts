import type { Storage } from "@/lib/drivers/storage/object-store";
import { openStoredFile } from "./open-file";
import { videoFiles } from "./video-files";
import type { VideoFile } from "./video-provider";
import { removeWork } from "./work-folder";

const UID = /^[0-9a-f]{32}$/;

/** Videos of the embedded provider, also while another provider receives new ones. */
export type StoredVideos = {
  /** A file of a published video, or null. */
  open(uid: string, name: string): Promise<VideoFile | null>;
  /** Whether all files of a video are published. */
  isPublished(uid: string): Promise<boolean>;
  /** Removes every file of a video; does nothing when there is none. */
  remove(uid: string): Promise<void>;
  /** Videos of which there is anything in storage. */
  list(): Promise<string[]>;
};

/** The files of videos in this installation's storage. */
export function createStoredVideos({ files, served, workFolder }: Storage): StoredVideos {
  return {
    open: async (uid, name) =>
      UID.test(uid) ? openStoredFile(served, videoFiles(files, uid).published, name) : null,
    isPublished: async (uid) => UID.test(uid) && videoFiles(files, uid).isPublished(),
    async remove(uid) {
      if (!UID.test(uid)) return;
      await videoFiles(files, uid).remove();
      await removeWork(workFolder);
    },
    async list() {
      const uids: string[] = [];
      for await (const name of files.folders("videos/")) if (UID.test(name)) uids.push(name);
      return uids;
    },
  };
}
