import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { acceptedFileTypes, acceptedKindsLabel, fileLimits } from '#features/publishing/files/accepted-files.ts';
import type { FileEntry } from '#features/publishing/files/contract.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import { CallStatus, showResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { sendFile } from '#platform/web/calls/send-file.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useUnsavedGuard } from '#platform/web/calls/use-unsaved-guard.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { RestoredDraft } from '#platform/web/drafts/restored-draft.tsx';
import { useStoredDraft } from '#platform/web/drafts/use-stored-draft.ts';
import { refreshAll, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { RowText } from '#platform/web/ui/content/row-parts.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { ChooseFiles } from '#platform/web/uploads/choose-files.tsx';
import { MarkdownBox } from '#platform/web/writing/markdown-box.tsx';
import { createPost, createSocietyPost, type ManagedPost, updatePost } from '../contract.ts';
import { FileRows } from './file-rows.tsx';
import managing from './manage.module.css';
import { isPostDraft, toPostDraft, toPublishDate } from './post-draft.ts';
import styles from './post-editor.module.css';
import { postTypeLabels } from './post-rows.tsx';

interface Props {
  /** Id "" for the society's own. */
  show: { id: string; title: string };
  /** The society's time now. */
  now: string;
  members: { all: number; told: number };
  /** Undefined for a new one. */
  post: ManagedPost | undefined;
  /** A post's files, as they are now. */
  filesOf: (id: string) => readonly FileEntry[];
  /** Called with the server's answer, after saving. */
  onClose: (saved?: CallResponse) => void;
  onChanged: () => Promise<unknown>;
}

/** Writes a new post, or changes one. No failure loses the typed text. */
export function PostEditor({ show, now, members, post, filesOf, onClose, onChanged }: Props) {
  const { sends_mail } = useSite();
  /** "" while it is a new one. */
  const [id, setId] = useState(post?.id ?? '');
  const attached = filesOf(id);
  /** Its name among the drafts of this browser. */
  const storedAs = (post: string) => `post ${post || 'new'} ${show.id}`;
  const {
    draft,
    saved,
    dirty,
    restored,
    change,
    startAfresh,
    markSaved: goOn,
  } = useStoredDraft(storedAs(id), () => toPostDraft(post, now), isPostDraft);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** The latest text and files, for when a response arrives. */
  const latest = useRef({ draft, files });
  useLayoutEffect(() => {
    latest.current = { draft, files };
  });
  /** The draft and files being sent; leaving the page doesn't lose them. */
  const [sent, setSent] = useState(latest.current);
  const { busy, slot: at, sendVia: send } = useCall();
  const answer = useCallResponse<typeof updatePost>(at);
  const theirs = findConflictingVersion(answer);
  /** The share that is sent, from 0 to 1. */
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController>(null);
  const sending = busy !== '';
  const [closing, setClosing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const unsaved = dirty || files.length > 0;
  const isSent = sending && sent.draft === draft && sent.files === files;
  const { link, stay, leave } = useUnsavedGuard(unsaved && !isSent);
  useLayoutEffect(() => heading.current?.focus(), []);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const refused = files.find((file) => whyNotTaken(file) !== '');
    if (refused) return showResponse(at, { code: 413, msg: `“${refused.name}”: ${whyNotTaken(refused)}` });
    setSent({ draft, files });
    // Without files there is nothing to wait for: it is gone at once, and may be saved already
    setShare(files.length > 0 ? 0 : 1);
    const data = new FormData();
    data.set('title', draft.title);
    data.set('type', draft.type);
    data.set('date', toPublishDate(draft, saved));
    data.set('content', draft.content);
    if (draft.tell) data.set('tell', 'on');
    if (id) data.set('version', String(draft.version));
    for (const file of files) data.append('files', file);
    const stopping = new AbortController();
    const { signal } = stopping;
    stop.current = stopping;
    const anew = show.id === '' ? createSocietyPost : withParams(createPost, { show_id: show.id });
    // Text and files go in one request, so nobody is emailed about a file that isn't there yet.
    const sendAll = async (): Promise<PostAnswer> => {
      const given = id
        ? await sendFile(withParams(updatePost, { post_id: id }), data, setShare, signal)
        : files.length > 0
          ? await sendFile(anew, data, setShare, signal)
          : await sendCall(anew, data);
      return signal.aborted ? stopped : given;
    };
    const onAnswer = (given: PostAnswer) => {
      if (given.code === 200) {
        const isAll = latest.current.draft === draft && latest.current.files === files;
        goOn({ ...draft, version: 'version' in given ? given.version : 1 }, storedAs(given.id));
        if (isAll && form.current) {
          onClose(given);
          return true;
        }
        // The user has typed more since, or has left the page: keep the editor open; the next save updates this post.
        setId(given.id);
        setFiles((all) => all.filter((file) => !files.includes(file)));
        void Promise.all([onChanged(), refreshAll()]);
        return false;
      }
      const current = findConflictingVersion(given);
      if (current) change({ version: current.version });
      return false;
    };
    // The page that opened the editor fetches the changes
    await send({ path: at }, sendAll, { renews: 'nothing', form: form.current, onAnswer });
  }

  const errors = answer?.fields ?? {};
  const close = () => (unsaved ? setClosing(true) : onClose());
  return (
    <section className={styles.editor} aria-labelledby="post-editor">
      <Button look="quiet" className={styles.back} onClick={close}>
        <Icon of="arrow-left" /> Back to {show.title || 'the notices'}
      </Button>
      <h1 id="post-editor" ref={heading} tabIndex={-1}>
        {id ? 'Edit post' : 'Write a new post'}
      </h1>
      {restored && <RestoredDraft back={id ? 'Discard my changes' : 'Discard draft'} onBack={startAfresh} />}
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <InputField
          label="Title"
          error={errors.title}
          name="title"
          maxLength={150}
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <div className={styles.pair}>
          <InputField
            label="Publish date"
            hint="With a future date, it’s published automatically on that day."
            error={errors.date}
            name="date"
            type="date"
            required
            value={draft.date.slice(0, 10)}
            onChange={(event) => change({ date: dated(event.target.value, draft.date.slice(11)) })}
          />
          <InputField
            label="Time (optional)"
            hint="If empty, it’s published at the start of the day."
            type="time"
            value={draft.date.slice(11)}
            onChange={(event) => change({ date: dated(draft.date.slice(0, 10), event.target.value) })}
          />
          <Field label="Who it is for" hint={hints[draft.type] ?? ''} error={errors.type}>
            {(control) => (
              <Select
                {...control}
                name="type"
                value={draft.type}
                onChange={(event) => change({ type: event.target.value })}
              >
                <option value="public">Public</option>
                <option value="auditions">Auditions</option>
                <option value="private">Private</option>
              </Select>
            )}
          </Field>
        </div>
        <MarkdownBox value={draft.content} error={errors.content} onChange={(content) => change({ content })} />
        {attached.length > 0 && (
          <div className={managing.part}>
            <h2>Attached files</h2>
            <FileRows files={attached} onChanged={onChanged} />
          </div>
        )}
        <div className={managing.part}>
          <h2>{attached.length > 0 ? 'Attach more files' : 'Attach files'}</h2>
          <p className={styles.limits} id="attach-limits">
            {acceptedKindsLabel}. Up to {formatFileSize(fileLimits.bytes)} each.
          </p>
          <ChooseFiles
            accept={acceptedFileTypes}
            several
            aria-describedby="attach-limits"
            onFiles={(chosen) =>
              setFiles((before) => [...new Map([...before, ...chosen].map((file) => [identity(file), file])).values()])
            }
          >
            <Icon of="paperclip" /> Choose files
          </ChooseFiles>
          {files.length > 0 && (
            <ul className={managing.rows} aria-label="Files to attach">
              {files.map((file) => (
                <li key={identity(file)}>
                  <RowText>
                    <span>{file.name}</span>
                    {whyNotTaken(file) === '' ? (
                      <span className="meta">{formatFileSize(file.size)}</span>
                    ) : (
                      <span className={managing.failed}>{whyNotTaken(file)}</span>
                    )}
                  </RowText>
                  <Button look="quiet" small onClick={() => setFiles((all) => all.filter((one) => one !== file))}>
                    <Icon of="x" /> Remove<span className="vh"> {file.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
        {show.id === '' ? null : post?.telling === 'done' ? (
          <p className="muted">
            {sends_mail
              ? 'Members of this show have been emailed about this post.'
              : 'The email about it is written. This site can’t send email, so it is only stored in the mail log.'}
          </p>
        ) : (
          <Checkbox checked={draft.tell} onChange={(event) => change({ tell: event.target.checked })}>
            Email the members of this show
            <span className={`meta ${styles.told}`}>
              {members.told} of {members.all} with an account have asked to be told.{' '}
              {sends_mail ? 'They hear once the post is out.' : 'This site can’t send email, so nobody hears of it.'}
            </span>
          </Checkbox>
        )}
        {sending && files.length > 0 && (
          <div className={styles.sent}>
            <progress aria-label="Sending" max={1} {...(share < 1 ? { value: share } : {})} />
            <p className="meta num">{share < 1 ? `${Math.floor(share * 100)} % sent` : 'Checking…'}</p>
          </div>
        )}
        <div className={styles.acts}>
          <Button type="submit" pending={sending}>
            <ButtonLabel
              label={theirs ? 'Save my version instead' : id ? 'Save changes' : 'Save post'}
              busyLabel="Saving…"
              busy={sending}
            />
          </Button>
          {sending ? (
            // Once all of it has arrived, it may be saved already
            <Button look="line" disabled={share === 1} onClick={() => stop.current?.abort()}>
              Stop
            </Button>
          ) : (
            <Button look="line" onClick={close}>
              Cancel
            </Button>
          )}
          <CallStatus slot={at} />
        </div>
        {theirs && (
          <TheirVersion
            by={theirs.changed_by}
            parts={[
              { label: 'Title', text: theirs.title },
              { label: 'Publish date', text: formatDateTime(theirs.date) },
              { label: 'Who it is for', text: postTypeLabels[theirs.type] },
              { label: 'Text', text: theirs.content, long: true },
              ...(show.id === '' ? [] : [{ label: 'Emailed to', text: notifiedLabels[theirs.telling] }]),
            ]}
            at={at}
            onAccept={() =>
              change({
                ...{ title: theirs.title, type: theirs.type, date: theirs.date, content: theirs.content },
                tell: theirs.telling === 'waiting',
              })
            }
          />
        )}
      </form>
      {(closing || link) && (
        <ConfirmDialog
          question="Leave without saving this post?"
          cancelLabel="Keep editing"
          confirmLabel="Leave"
          onConfirm={() => (link ? void leave() : onClose())}
          onClose={() => {
            setClosing(false);
            stay();
          }}
        >
          {link && new URL(link.href).pathname === '/members/logout'
            ? 'Changes since the last save will be lost.'
            : 'What you’ve typed is stored in this browser and will be here when you come back.'}
          {files.length > 0 && ' You’ll need to choose your files again.'}
        </ConfirmDialog>
      )}
    </section>
  );
}

type PostAnswer = ResponseOf<typeof updatePost> | ResponseOf<typeof createPost> | ResponseOf<typeof createSocietyPost>;

const stopped = { code: 0, msg: 'Stopped. Nothing was saved, but your text and files are still here.' } as const;

const hints: Record<string, string> = {
  public: 'Everyone, including on the public pages.',
  auditions: 'Everyone. Shown on the auditions page.',
  private: 'Members who are signed in.',
};

const notifiedLabels = {
  no: 'Nobody',
  waiting: 'Members of this show, when it’s published',
  done: 'Members of this show (already sent)',
};

const whyNotTaken = (file: File) => validateFileSize(file, fileLimits.bytes);

/** The same file chosen twice counts once. */
const identity = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

const dated = (date: string, time: string) => (time === '' || date === '' ? date : `${date}T${time}`);
