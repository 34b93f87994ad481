import { serve } from "inngest/next";
import { inngest, serveOptions } from "@/inngest/client";
import { functions } from "@/inngest/functions";

export const { GET, POST, PUT } = serve({ client: inngest, functions, ...serveOptions });
