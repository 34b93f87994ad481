import { bind } from "@/app/bind";

export const { POST } = bind("createWebhook");
export const { GET } = bind("listWebhooks");
