"use client";

import { Tabs } from "@/components/ui/tabs";
import { CodeBlock } from "./code-block";
import { SAMPLES, type SampleName, sampleCode } from "./samples";
import { useOrigin } from "./use-origin";

/** An example of the guide, for the origin that the page was opened at. */
export function Sample({ name, origin }: { name: SampleName; origin: string }) {
  const here = useOrigin(origin);
  return <CodeBlock code={sampleCode(name, here)} title={SAMPLES[name].title} />;
}

/** The same in several languages. */
export function SampleTabs({
  tabs,
  origin,
}: {
  tabs: readonly { title: string; name: SampleName }[];
  origin: string;
}) {
  return (
    <Tabs
      label="Language"
      tabs={tabs.map(({ title, name }) => ({
        id: name,
        title,
        panel: <Sample name={name} origin={origin} />,
      }))}
    />
  );
}
