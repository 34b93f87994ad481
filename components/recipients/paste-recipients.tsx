"use client";

import { type ChangeEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { parseRecipientList, type RecipientRow } from "./parse-recipients";

const FILE_BYTES_MAX = 100_000;
const SHOWN_PROBLEMS = 3;

type PasteRecipientsProps = {
  open: boolean;
  onClose: () => void;
  /** Number of recipients that can still be added. */
  room: number;
  onAdd: (rows: RecipientRow[]) => void;
};

/** Parses a pasted list or CSV file of recipients and previews the result before adding it. */
export function PasteRecipients({ open, onClose, room, onAdd }: PasteRecipientsProps) {
  const areaId = useId();
  const noteId = useId();
  const [text, setText] = useState("");
  const [isRefused, setRefused] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const { rows, problems } = parseRecipientList(text);
  const isWrong = rows.length === 0 || rows.length > room || problems.length > 0;
  const change = (next: string) => {
    setText(next);
    setRefused(false);
  };
  const add = () => {
    if (isWrong) {
      setRefused(true);
      area.current?.focus();
      return;
    }
    onAdd(rows);
    change("");
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Paste recipients"
      description="One recipient per line: a wallet address, an email, @name for X, or farcaster:name. You can add a percentage after a comma."
    >
      <label htmlFor={areaId} className="sr-only">
        Recipients
      </label>
      <Textarea
        id={areaId}
        ref={area}
        value={text}
        aria-invalid={isRefused}
        aria-describedby={noteId}
        rows={8}
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        placeholder={"ada@example.com, 50\n@grace, 30\n0x1111…, 20"}
        className="max-h-72 font-mono sm:text-xs"
      />
      <FileChooser onText={change} />
      <Found id={noteId} rows={rows} problems={problems} room={room} isRefused={isRefused} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={add}>
          {rows.length > 0 ? `Add ${count(rows.length)}` : "Add recipients"}
        </Button>
      </div>
    </Dialog>
  );
}

function FileChooser({ onText }: { onText: (text: string) => void }) {
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const file = input.files?.[0];
    // Without this the browser reports no change when the same file is chosen again.
    input.value = "";
    if (file !== undefined) onText(await file.slice(0, FILE_BYTES_MAX).text());
  };
  return (
    <label className="mt-3 inline-flex h-9 cursor-pointer items-center rounded-control border border-line px-3 text-[0.8125rem] font-medium hover:bg-raised has-focus-visible:outline-2">
      Choose CSV file
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={readFile}
        className="sr-only"
      />
    </label>
  );
}

function Found({
  id,
  rows,
  problems,
  room,
  isRefused,
}: ReturnType<typeof parseRecipientList> & { id: string; room: number; isRefused: boolean }) {
  return (
    <div id={id} role="status" className="mt-3 min-h-10 text-sm">
      {isRefused && rows.length === 0 && problems.length === 0 && (
        <p className="text-danger">Enter at least one recipient.</p>
      )}
      {rows.length > 0 && <p className="text-muted">{count(rows.length)} recognized</p>}
      {rows.length > room && (
        <p className="text-danger">
          Only {room} more can be added: a split has at most 100 recipients.
        </p>
      )}
      {problems.slice(0, SHOWN_PROBLEMS).map(({ line, text: raw, reason }) => (
        <p key={line} className="mt-1 text-danger">
          <span className="block truncate">
            Line {line} is invalid: <bdi>{raw}</bdi>
          </span>
          {reason}
        </p>
      ))}
      {problems.length > SHOWN_PROBLEMS && (
        <p className="text-danger">
          and {problems.length - SHOWN_PROBLEMS} more{" "}
          {problems.length - SHOWN_PROBLEMS === 1 ? "line" : "lines"}.
        </p>
      )}
      {isRefused && problems.length > 0 && (
        <p className="mt-2 font-medium text-danger">
          Nothing was added. Fix or remove {problems.length === 1 ? "this line" : "these lines"}{" "}
          first.
        </p>
      )}
    </div>
  );
}

function count(people: number): string {
  return people === 1 ? "1 recipient" : `${people} recipients`;
}
