import { type ChangeEvent, type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { deleteFile } from '#features/members/show-management/contract.ts';
import { acceptedFileTypes, acceptedKindsLabel, fileLimits } from '#features/publishing/files/accepted-files.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import { CallStatus, clearResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { handleResponse, useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { RowActions, RowText } from '#platform/web/ui/content/row-parts.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { isBusy } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type DocReaders, type ManagedDoc, replaceDoc, updateDoc } from '../contract.ts';
import styles from './manage-docs.module.css';

const readerLabels: Record<DocReaders, string> = { members: 'Members only', public: 'Everyone' };

/** A document and, once it is opened, a form to change it. */
export function DocRow({ doc }: { doc: ManagedDoc }) {
  const [open, setOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, url, kind, readers, date } = doc;
  const remove = withParams(deleteFile, { file_id: id });
  const { busy, send: make } = useCall(remove.path);
  const going = busy !== '';
  return (
    <li className={going ? styles.going : undefined} aria-busy={going || undefined}>
      <div className={styles.line}>
        <Icon of="file-text" />
        <RowText>
          <a href={url}>{name}</a>
          <span className="meta">
            {kind}, {formatDateOfInstant(date)} <Badge>{readerLabels[readers]}</Badge>
          </span>
        </RowText>
        <RowActions>
          <Button look="quiet" small aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of="pencil" /> {open ? 'Close' : 'Edit'}
            <span className="vh"> {name}</span>
          </Button>
          <Button look="quiet" small pending={going} onClick={() => setIsAsking(true)}>
            <ButtonLabel sign="trash" label="Delete" busyLabel="Deleting…" busy={going} />
            <span className="vh"> {name}</span>
          </Button>
        </RowActions>
      </div>
      {open && <ChangeDocument doc={doc} onDone={() => setOpen(false)} />}
      {isAsking && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete document"
          onConfirm={() => void make(remove)}
          onClose={() => setIsAsking(false)}
        >
          Nobody will be able to open it, and links to it will stop working. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </li>
  );
}

function ChangeDocument({ doc, onDone }: { doc: ManagedDoc; onDone: () => void }) {
  const { id, name, readers, version } = doc;
  const typed = useRef(() => false);
  const isChosen = useRef(false);
  const [saved, setSaved] = useState<number>();
  return (
    <div className={styles.changing}>
      <VersionedForm
        typed={typed}
        call={withParams(updateDoc, { id })}
        saved={{ name, readers, version }}
        what={name}
        submit="Save changes"
        pending="Saving…"
        partsOf={(theirs) => [
          { label: 'Name', text: theirs.name },
          { label: 'Who may read it', text: readerLabels[theirs.readers] },
        ]}
        onDone={(made) => {
          setSaved(made);
          // Closing would also discard the file chosen in the other form
          if (!isChosen.current) onDone();
        }}
      >
        {(begun, errors) => (
          <>
            <InputField
              label="Name"
              error={errors.name}
              name="name"
              defaultValue={begun.name}
              maxLength={150}
              required
            />
            <Field label="Who may read it" error={errors.readers}>
              {(control) => (
                <Select {...control} name="readers" defaultValue={begun.readers}>
                  <option value="members">{readerLabels.members}</option>
                  <option value="public">{readerLabels.public}</option>
                </Select>
              )}
            </Field>
          </>
        )}
      </VersionedForm>
      <NewVersion
        doc={doc}
        saved={saved}
        isChosen={isChosen}
        onDone={() => {
          if (!typed.current()) onDone();
        }}
      />
    </div>
  );
}

/** Replaces a document with a newer version, once a file is chosen and confirmed. */
function NewVersion({
  doc: { id, name, version },
  saved,
  isChosen,
  onDone,
}: {
  doc: ManagedDoc;
  /** The version that saving its name here has made since. */
  saved: number | undefined;
  /** Receives true while a file is chosen that isn't sent yet. */
  isChosen: RefObject<boolean>;
  onDone: () => void;
}) {
  const call = withParams(replaceDoc, { id });
  const files = useUploads({
    call,
    field: 'files',
    fields: { version: `${version}` },
    held: true,
    validate: (file) => validateFileSize(file, fileLimits.bytes),
    onDone: (answer) => handleResponse(call.path, answer, { onAnswer: done }),
  });
  const done = () => {
    form.current?.reset();
    onDone();
  };
  const reply = useCallResponse<typeof replaceDoc>(call.path);
  const form = useRef<HTMLFormElement>(null);
  const [upload] = files.uploads;
  const going = upload !== undefined && isBusy([upload]);
  useLayoutEffect(() => {
    isChosen.current = upload !== undefined;
  });
  const theirs = findConflictingVersion(upload?.answer ?? null);
  // A retry after seeing a newer version, or after saving one here, replaces that version
  const seen = Math.max(theirs?.version ?? 0, saved ?? 0);
  const chosenOver = Number(upload?.fields.version);
  const release = (key: number) => files.release(key, seen > chosenOver ? { version: `${seen}` } : undefined);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    clearResponse(call.path);
    if (upload) files.remove(upload.key);
    files.add([...(currentTarget.files ?? [])]);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (going) return;
    if (upload && (upload.state === 'held' || upload.mayRetry)) return release(upload.key);
    const msg = upload ? upload.error : 'Choose a file first.';
    void handleResponse(call.path, { code: 400, msg, fields: { files: msg } }, { form: event.currentTarget });
  };
  const remove = (key: number) => {
    clearResponse(call.path);
    files.remove(key);
    // Emptied, so that it names no file that won't be sent
    form.current?.reset();
  };
  return (
    <form ref={form} className="stack" onSubmit={send}>
      <Field
        label="New version"
        hint={`Its name, address and readers stay the same. ${acceptedKindsLabel}. Up to ${formatFileSize(fileLimits.bytes)}.`}
        error={reply?.fields?.files}
      >
        {(control) => <FileInput {...control} accept={acceptedFileTypes} disabled={going} onChange={choose} />}
      </Field>
      <UploadRows of={{ ...files, release, remove }} />
      {upload && theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[{ label: 'Name', text: theirs.name }]}
          at={call.path}
          onAccept={() => {
            remove(upload.key);
            void refreshPage().then(onDone);
          }}
        >
          <p>Look at the current version first. Replace the document again to use yours instead.</p>
        </TheirVersion>
      )}
      <div className="row">
        <Button type="submit" pending={going}>
          <ButtonLabel label="Replace document" busyLabel="Replacing…" busy={going} />
        </Button>
        <CallStatus slot={call.path} />
      </div>
      <UnsavedDialog unsaved={upload !== undefined && !going} what={`the new version of ${name}`} />
    </form>
  );
}
