import { bind } from "@/app/bind";

export const { GET } = bind("getVideoStatus");
export const { POST } = bind("listVideos");
