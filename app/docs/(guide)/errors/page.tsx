import type { Metadata } from "next";
import { DocTable } from "@/components/docs/doc-table";
import { Code, Described, DocPage, DocSection, DocText } from "@/components/docs/doc-text";
import { ERROR_ADVICE } from "@/components/docs/error-advice";
import { Sample } from "@/components/docs/sample";
import { ERRORS, type ErrorCode } from "@/lib/shared/errors";
import { requestOrigin } from "../../../request-origin";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error code with its HTTP status and how to resolve it.",
};

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

export default async function ErrorsPage() {
  const origin = await requestOrigin();
  return (
    <DocPage
      title="Errors"
      lead={
        <>
          The Data API returns problem details (RFC 9457), the Launch API{" "}
          <Code>{"{ success: false, error, message, code }"}</Code>, where <Code>message</Code>{" "}
          repeats <Code>error</Code>. Match on <Code>code</Code>: it does not change, while texts
          may. If an option is paused or not supported, <Code>details</Code> names the field and the{" "}
          <Code>remedy</Code>.
        </>
      }
    >
      <Sample name="errorsBoth" origin={origin} />
      <DocSection id="codes" title="Codes">
        <DocTable
          label="Error codes"
          columns={["Code", "Status", "What to do"]}
          widths={["w-72", "w-24", ""]}
          rows={CODES.map((code) => ({
            id: code,
            cells: [
              <span key="code">
                <Code>{code}</Code>
                <span className="mt-1 block text-muted">{ERRORS[code].title}</span>
              </span>,
              <span key="status" className="nums font-semibold text-ink">
                {ERRORS[code].status}
              </span>,
              <Described key="advice" text={ERROR_ADVICE[code]} />,
            ],
          }))}
        />
      </DocSection>
      <DocSection id="client" title="With the client">
        <DocText>
          Methods throw <Code>ApiError</Code>. If <Code>retryable</Code> is true, the same request
          may succeed later. The client has retried reads and requests with an{" "}
          <Code>Idempotency-Key</Code> after network errors, 502 and 503, unless the service asks to
          wait more than 10 seconds. It has not retried anything after 429 or another status, nor a
          write without a key, such as an upload: wait <Code>retryAfterSeconds</Code> if it is set,
          then call again. Repeat a launch with the <Code>idempotencyKey</Code> of its error.
        </DocText>
        <Sample name="errorsClient" origin={origin} />
      </DocSection>
    </DocPage>
  );
}
