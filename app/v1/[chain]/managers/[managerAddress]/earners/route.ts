import { bind } from "@/app/bind";

export const { GET } = bind("listManagerEarners");
