"use client";

import { useSiteFacts } from "@/components/layout/site-facts";
import { Tabs } from "@/components/ui/tabs";
import { CodeBlock } from "./code-block";
import { installCode, SAMPLES, type SampleName, sampleChain, sampleCode } from "./samples/samples";
import { useOrigin } from "./use-origin";

/** A code sample of the guide, for the page's origin and a chain that this launchpad serves. */
export function Sample({ name, origin }: { name: SampleName; origin: string }) {
  const here = useOrigin(origin);
  const chain = sampleChain(useSiteFacts());
  const install = installCode(name, here);
  const sample = <CodeBlock code={sampleCode(name, here, chain)} title={SAMPLES[name].title} />;
  if (install === null) return sample;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <CodeBlock code={install} title="Install" />
      {sample}
    </div>
  );
}

/** A code sample in several languages. */
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
      isEager
      tabs={tabs.map(({ title, name }) => ({
        id: name,
        title,
        panel: <Sample name={name} origin={origin} />,
      }))}
    />
  );
}
