import { bind } from "@/app/bind";

export const { POST } = bind("requestFarcasterSignIn");
