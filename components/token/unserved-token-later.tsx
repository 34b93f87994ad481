"use client";

import dynamic from "next/dynamic";
import { inPart } from "@/components/ui/part-boundary";

/** Loads only where it is shown. */
export const UnservedTokenLater = inPart(
  dynamic(() => import("./unserved-token").then((module) => module.UnservedToken)),
);
