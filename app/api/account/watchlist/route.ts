import { bind } from "@/app/bind";

export const { GET } = bind("getWatchlist");
export const { POST } = bind("changeWatchlist");
