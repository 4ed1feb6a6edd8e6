import { type ChangeEvent, type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { deleteFile } from '#features/members/show-management/contract.ts';
import { DeletedFileAndPostList, UploadPanel } from '#features/members/show-management/web/index.ts';
import { acceptedFileKindsLabel, acceptedFileTypes, fileLimits } from '#features/publishing/files/file-kinds.ts';
import { MarkdownField } from '#features/publishing/writing/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus, clearResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { handleCallResponse, useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshPage, refreshPageAndSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { RowActions, RowText } from '#platform/web/ui/content/layout.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { isUploading as hasRunningUpload } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type DocReaders, type ManagedDoc, replaceDoc, saveDocsText, updateDoc, uploadDocs } from '../contract.ts';
import styles from './manage-docs.module.css';

type Content = Page<'manage_docs'>;

const readerLabels: Record<DocReaders, string> = { members: 'Members only', public: 'Everyone' };

/** Manages Member Docs: upload, rename, set readers, replace and delete. */
export default function ManageDocsPage({ page }: { page: Content }) {
  return (
    <div>
      <header className="page-head">
        <p>
          <BackLink href="/members/docs">Member Docs</BackLink>
        </p>
        <h1>{page.title}</h1>
      </header>
      <AddDocuments />
      <FormSection title="Documents" about="In the order everyone sees them: by name.">
        {page.docs.length === 0 ? (
          <EmptyState title="No documents yet">
            Add the first above: your constitution, a policy, last month’s minutes.
          </EmptyState>
        ) : (
          <ul className={styles.docs}>
            {page.docs.map((doc) => (
              <DocRow key={doc.id} doc={doc} />
            ))}
          </ul>
        )}
      </FormSection>
      <Introduction content={page.content} version={page.version} />
      <FormSection title="Recently deleted" about="Deleted documents and replaced versions.">
        <DeletedFileAndPostList deleted={page.deleted} onChanged={async () => {}} />
      </FormSection>
    </div>
  );
}

function AddDocuments() {
  const [fields, setFields] = useState<{ readers: DocReaders }>({ readers: 'members' });
  const { readers } = fields;
  return (
    <FormSection title="Add documents" about="Several at once, if you like. Existing documents aren’t changed.">
      <div className={styles.adding}>
        <Field label="Who may read them" hint={hints[readers]}>
          {(control) => (
            <Select
              {...control}
              value={readers}
              onChange={(event) => setFields({ readers: event.target.value === 'public' ? 'public' : 'members' })}
            >
              <option value="members">{readerLabels.members}</option>
              <option value="public">{readerLabels.public}</option>
            </Select>
          )}
        </Field>
        <UploadPanel call={uploadDocs} fields={fields} onArrived={refreshPageAndSite} />
      </div>
    </FormSection>
  );
}

const hints: Record<DocReaders, string> = {
  members: 'People who are signed in and may use Member Docs.',
  public: 'Anyone, even without an account. The documents are also listed on the sign-in page.',
};

/** A document, with forms to change and replace it once it is opened. */
function DocRow({ doc }: { doc: ManagedDoc }) {
  const [open, setOpen] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, name, url, kind, readers, date } = doc;
  const remove = withParams(deleteFile, { file_id: id });
  const { busy, send } = useCall(remove.path);
  const isBusy = busy !== '';
  return (
    <li className={isBusy ? styles.going : undefined} aria-busy={isBusy || undefined}>
      <div className={styles.line}>
        <Icon of="file-text" />
        <RowText>
          <a href={url}>{name}</a>
          <span className="meta">
            {kind}, {formatLocalDate(date)} <Badge>{readerLabels[readers]}</Badge>
          </span>
        </RowText>
        <RowActions>
          <Button look="quiet" small aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of="pencil" /> {open ? 'Close' : 'Edit'}
            <span className="vh"> {name}</span>
          </Button>
          <Button look="quiet" small pending={isBusy} onClick={() => setIsConfirming(true)}>
            <ButtonLabel sign="trash" label="Delete" busyLabel="Deleting…" busy={isBusy} />
            <span className="vh"> {name}</span>
          </Button>
        </RowActions>
      </div>
      {open && <EditDocument doc={doc} onDone={() => setOpen(false)} />}
      {isConfirming && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete document"
          onConfirm={() => void send(remove)}
          onClose={() => setIsConfirming(false)}
        >
          Nobody will be able to open it, and links to it will stop working. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </li>
  );
}

function EditDocument({ doc, onDone }: { doc: ManagedDoc; onDone: () => void }) {
  const { id, name, readers, version } = doc;
  const hasTyped = useRef(() => false);
  const isChosen = useRef(false);
  const [savedVersion, setSavedVersion] = useState<number>();
  return (
    <div className={styles.changing}>
      <VersionedForm
        typed={hasTyped}
        call={withParams(updateDoc, { id })}
        saved={{ name, readers, version }}
        what={name}
        submit="Save changes"
        pending="Saving…"
        partsOf={(theirs) => [
          { label: 'Name', text: theirs.name },
          { label: 'Who may read it', text: readerLabels[theirs.readers] },
        ]}
        onDone={(version) => {
          setSavedVersion(version);
          // While a file is chosen in the other form, the row stays open. Closing it would discard the file
          if (!isChosen.current) onDone();
        }}
      >
        {(initial, errors) => (
          <>
            <InputField
              label="Name"
              error={errors.name}
              name="name"
              defaultValue={initial.name}
              maxLength={150}
              required
            />
            <Field label="Who may read it" error={errors.readers}>
              {(control) => (
                <Select {...control} name="readers" defaultValue={initial.readers}>
                  <option value="members">{readerLabels.members}</option>
                  <option value="public">{readerLabels.public}</option>
                </Select>
              )}
            </Field>
          </>
        )}
      </VersionedForm>
      <ReplaceDocument
        doc={doc}
        savedVersion={savedVersion}
        isChosen={isChosen}
        onDone={() => {
          if (!hasTyped.current()) onDone();
        }}
      />
    </div>
  );
}

/** Replaces a document's file with a newer version. */
function ReplaceDocument({
  doc: { id, name, version },
  savedVersion,
  isChosen,
  onDone,
}: {
  doc: ManagedDoc;
  /** The document's version after a save in the other form; undefined if nothing was saved there. */
  savedVersion: number | undefined;
  /** True while a file is chosen; this form sets it. */
  isChosen: RefObject<boolean>;
  onDone: () => void;
}) {
  const call = withParams(replaceDoc, { id });
  const files = useUploads({
    call,
    field: 'files',
    fields: { version: `${version}` },
    held: true,
    validate: (file) => validateFileSize(file, fileLimits.maxBytes),
    onDone: (answer) => handleCallResponse(call.path, answer, { onAnswer: done }),
  });
  const done = () => {
    form.current?.reset();
    onDone();
  };
  const reply = useCallResponse<typeof replaceDoc>(call.path);
  const form = useRef<HTMLFormElement>(null);
  const [upload] = files.uploads;
  const isBusy = upload !== undefined && hasRunningUpload([upload]);
  useLayoutEffect(() => {
    isChosen.current = upload !== undefined;
  });
  const theirs = findConflictingVersion(upload?.answer ?? null);
  // A retry replaces the newest version that the user has seen or saved
  const seenVersion = Math.max(theirs?.version ?? 0, savedVersion ?? 0);
  const baseVersion = Number(upload?.fields.version);
  const release = (key: number) =>
    files.release(key, seenVersion > baseVersion ? { version: `${seenVersion}` } : undefined);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    clearResponse(call.path);
    if (upload) files.remove(upload.key);
    files.add([...(currentTarget.files ?? [])]);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (upload && (upload.state === 'held' || upload.mayRetry)) return release(upload.key);
    const msg = upload ? upload.error : 'Choose a file first.';
    void handleCallResponse(call.path, { code: 400, msg, fields: { files: msg } }, { form: event.currentTarget });
  };
  const remove = (key: number) => {
    clearResponse(call.path);
    files.remove(key);
    // Clears the file input, which would otherwise still name the removed file
    form.current?.reset();
  };
  return (
    <form ref={form} className="stack" onSubmit={submit}>
      <Field
        label="New version"
        hint={`The document keeps its name, link and readers, but a file of another type changes the ending of the name. ${acceptedFileKindsLabel}. Up to ${formatFileSize(fileLimits.maxBytes)}.`}
        error={reply?.fields?.files}
      >
        {(control) => <FileInput {...control} accept={acceptedFileTypes} disabled={isBusy} onChange={choose} />}
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
          <p>Look at the current version first. Replace the document again to use your file instead.</p>
        </TheirVersion>
      )}
      <div className="row">
        <Button type="submit" pending={isBusy}>
          <ButtonLabel label="Replace document" busyLabel="Replacing…" busy={isBusy} />
        </Button>
        <CallStatus slot={call.path} />
      </div>
      <UnsavedChangesDialog unsaved={upload !== undefined && !isBusy} what={`the new version of ${name}`} />
    </form>
  );
}

function Introduction({ content, version }: Pick<Content, 'content' | 'version'>) {
  return (
    <FormSection title="Introduction" about="Anything members should know about their documents. Shown above the list.">
      <VersionedForm
        call={saveDocsText}
        saved={{ content, version }}
        what="the introduction"
        submit="Save introduction"
        pending="Saving…"
        partsOf={(theirs) => [{ label: 'Introduction', text: theirs.content, long: true }]}
      >
        {(initial, errors) => <IntroductionText saved={initial.content} error={errors.content} />}
      </VersionedForm>
    </FormSection>
  );
}

function IntroductionText({ saved, error }: { saved: string; error: string | undefined }) {
  const [text, setText] = useState(saved);
  return <MarkdownField label="Introduction" name="content" value={text} error={error} onChange={setText} />;
}
