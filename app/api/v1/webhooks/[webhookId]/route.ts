import { bind } from "@/app/bind";

export const { GET } = bind("getWebhook");
export const { PATCH } = bind("updateWebhook");
export const { DELETE } = bind("deleteWebhook");
