import { useLayoutEffect, useRef, useState } from 'react';
import type { FileEntry } from '#features/publishing/files/contract.ts';
import { acceptedFileKindsLabel, acceptedFileTypes, fileLimits } from '#features/publishing/files/file-kinds.ts';
import { PostForm } from '#features/publishing/writing/web/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { sendFilesWithProgress } from '#platform/web/calls/send-file.ts';
import { refreshPageAndSite, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { RowText } from '#platform/web/ui/content/layout.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ChooseFilesButton } from '#platform/web/uploads/file-choosers.tsx';
import { type CurrentPost, createPost, createSocietyPost, type ManagedPost, updatePost } from '../contract.ts';
import managing from './manage.module.css';
import { FileRows, postTypeLabels } from './managed-lists.tsx';
import styles from './post-editor.module.css';

interface Props {
  /** `id` is "" for the society's own posts. */
  show: { id: string; title: string };
  /** The current time in the society's time zone. */
  now: string;
  members: { all: number; told: number };
  /** Undefined for a new post. */
  post: ManagedPost | undefined;
  /** Returns a post's current files. */
  filesOf: (id: string) => readonly FileEntry[];
  /** Called when the editor closes: with the server's response after a save, without it otherwise. */
  onClose: (saved?: CallResponse) => void;
  onChanged: () => Promise<unknown>;
}

/** Writes a new post, or changes an existing post. */
export function PostEditor({ show, now, members, post, filesOf, onClose, onChanged }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const create = show.id === '' ? createSocietyPost : withParams(createPost, { show_id: show.id });
  return (
    <section className={styles.editor} aria-labelledby="post-editor">
      <PostForm<PostDraft, CurrentPost>
        id={post?.id ?? ''}
        draftName={(id) => `post ${id || 'new'} ${show.id}`}
        createDraft={() => toPostDraft(post, now)}
        restartLabel={(id) => (id ? 'Discard my changes' : 'Discard draft')}
        // The page that opened the editor fetches the changes itself
        renews="nothing"
        titleMaxLength={150}
        header={({ id, close }) => (
          <>
            <Button look="quiet" className={styles.back} onClick={close}>
              <Icon of="arrow-left" /> Back to {show.title || 'the notices'}
            </Button>
            <h1 id="post-editor" ref={heading} tabIndex={-1}>
              {id ? 'Edit post' : 'Write a new post'}
            </h1>
          </>
        )}
        fields={({ draft, errors, change }) => (
          <>
            <InputField
              label="Publish date"
              hint="With a future date, the post is published automatically on that day."
              error={errors.date}
              name="date"
              type="date"
              required
              value={draft.date.slice(0, 10)}
              onChange={(event) => change({ date: joinDateTime(event.target.value, draft.date.slice(11)) })}
            />
            <InputField
              label="Time (optional)"
              hint="If empty, the post is published at the start of the day."
              type="time"
              value={draft.date.slice(11)}
              onChange={(event) => change({ date: joinDateTime(draft.date.slice(0, 10), event.target.value) })}
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
          </>
        )}
        files={files}
        findProblem={() => {
          const refused = files.find((file) => fileError(file) !== '');
          return refused && { code: 413, msg: `“${refused.name}”: ${fileError(refused)}` };
        }}
        submitLabel={({ id, hasConflict }) =>
          hasConflict ? 'Save my version instead' : id ? 'Save changes' : 'Save post'
        }
        send={async ({ id, draft, baseline, onProgress, signal }) => {
          // Text and files go in one request, so that nobody is emailed about a file that doesn't exist yet
          const data = new FormData();
          data.set('title', draft.title);
          data.set('type', draft.type);
          data.set('date', toPublishDate(draft, baseline));
          data.set('content', draft.content);
          if (draft.tell) data.set('tell', 'on');
          if (id) data.set('version', String(draft.version));
          for (const file of files) data.append('files', file);
          if (id) {
            const response = await sendFilesWithProgress(
              withParams(updatePost, { post_id: id }),
              data,
              onProgress,
              signal,
            );
            return response.code === 200 ? { ...response, saved: { id, version: response.version } } : response;
          }
          const response =
            files.length > 0
              ? await sendFilesWithProgress(create, data, onProgress, signal)
              : await sendCall(create, data);
          return response.code === 200 ? { ...response, saved: { id: response.id, version: 1 } } : response;
        }}
        onSaved={(response, { isComplete }) => {
          if (isComplete) {
            onClose(response);
            return true;
          }
          setFiles((all) => all.filter((file) => !files.includes(file)));
          void Promise.all([onChanged(), refreshPageAndSite()]);
          return false;
        }}
        partsOf={(theirs) => [
          { label: 'Title', text: theirs.title },
          { label: 'Publish date', text: formatDateTime(theirs.date) },
          { label: 'Who it is for', text: postTypeLabels[theirs.type] },
          { label: 'Text', text: theirs.content, long: true },
          ...(show.id === '' ? [] : [{ label: 'Emailed to', text: notifiedLabels[theirs.telling] }]),
        ]}
        toDraft={({ title, type, date, content, telling }) => ({
          ...{ title, type, date, content },
          tell: telling === 'waiting',
        })}
        onClose={() => onClose()}
      >
        {({ id, draft, change }) => (
          <>
            <Attachments attached={filesOf(id)} onChanged={onChanged} files={files} setFiles={setFiles} />
            {show.id !== '' && (
              <EmailMembers
                isSent={post?.telling === 'done'}
                members={members}
                checked={draft.tell}
                onChange={(tell) => change({ tell })}
              />
            )}
          </>
        )}
      </PostForm>
    </section>
  );
}

/** The post's files, and those that are sent with the next save. */
function Attachments({
  attached,
  onChanged,
  files,
  setFiles,
}: {
  attached: readonly FileEntry[];
  onChanged: () => Promise<unknown>;
  files: readonly File[];
  setFiles: (update: (files: readonly File[]) => readonly File[]) => void;
}) {
  return (
    <>
      {attached.length > 0 && (
        <div className={managing.part}>
          <h2>Attached files</h2>
          <FileRows files={attached} onChanged={onChanged} />
        </div>
      )}
      <div className={managing.part}>
        <h2>{attached.length > 0 ? 'Attach more files' : 'Attach files'}</h2>
        <p className={styles.limits} id="attach-limits">
          {acceptedFileKindsLabel}. Up to {formatFileSize(fileLimits.maxBytes)} each.
        </p>
        <ChooseFilesButton
          accept={acceptedFileTypes}
          several
          aria-describedby="attach-limits"
          onFiles={(chosen) =>
            setFiles((before) => [...new Map([...before, ...chosen].map((file) => [fileKey(file), file])).values()])
          }
        >
          <Icon of="paperclip" /> Choose files
        </ChooseFilesButton>
        {files.length > 0 && (
          <ul className={managing.rows} aria-label="Files to attach">
            {files.map((file) => (
              <li key={fileKey(file)}>
                <RowText>
                  <span>{file.name}</span>
                  {fileError(file) === '' ? (
                    <span className="meta">{formatFileSize(file.size)}</span>
                  ) : (
                    <span className={managing.failed}>{fileError(file)}</span>
                  )}
                </RowText>
                <Button look="quiet" small onClick={() => setFiles((all) => all.filter((other) => other !== file))}>
                  <Icon of="x" /> Remove<span className="vh"> {file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function EmailMembers({
  isSent,
  members,
  checked,
  onChange,
}: Pick<Props, 'members'> & { isSent: boolean; checked: boolean; onChange: (checked: boolean) => void }) {
  const { sends_mail } = useSite();
  if (isSent)
    return (
      <p className="muted">
        {sends_mail
          ? 'Members of this show who want emails about posts have been emailed about this post.'
          : 'The emails about this post have been written. This site can’t send email, so they’re only in the mail log.'}
      </p>
    );
  return (
    <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
      Email the members of this show
      <span className={`meta ${styles.told}`}>
        {members.told} of {members.all} members with an account want these emails.{' '}
        {sends_mail
          ? 'They’re emailed once the post is published.'
          : 'This site can’t send email, so nobody will be emailed.'}
      </span>
    </Checkbox>
  );
}

const hints: Record<string, string> = {
  public: 'Everyone. Shown on the public pages.',
  auditions: 'Everyone. Shown on the auditions page.',
  private: 'Members who are signed in.',
};

const notifiedLabels = {
  no: 'Nobody',
  waiting: 'Members of this show, when the post is published',
  done: 'Members of this show (already sent)',
};

const fileError = (file: File) => validateFileSize(file, fileLimits.maxBytes);

/** Identifies a file, so that choosing the same file twice attaches it once. */
const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

const joinDateTime = (date: string, time: string) => (time === '' || date === '' ? date : `${date}T${time}`);

/** The values of the post editor's fields, and the version of the post on which they are based. */
export interface PostDraft {
  title: string;
  type: string;
  date: string;
  content: string;
  tell: boolean;
  version: number;
}

/** Builds the draft with which the editor opens a post. */
const toPostDraft = (post: ManagedPost | undefined, now: string): PostDraft =>
  post
    ? {
        title: post.title,
        type: post.type,
        date: post.date,
        content: post.content,
        tell: post.telling === 'waiting',
        version: post.version,
      }
    : { title: '', type: 'private', date: now.slice(0, 10), content: '', tell: false, version: 0 };

/**
 * Returns the publish date to send. An unchanged date is sent without a time, so that the server keeps the exact time.
 * If the time was cleared, or if the save overwrites someone else's version, a date without a time is sent as midnight.
 */
export function toPublishDate({ date, version }: PostDraft, saved: PostDraft): string {
  if (saved.version === 0) return date;
  const isOverTheirs = version !== saved.version;
  if (date === saved.date && !isOverTheirs) return date.slice(0, 10);
  const needsMidnight = date.length === 10 && (isOverTheirs || date === saved.date.slice(0, 10));
  return needsMidnight ? `${date}T00:00` : date;
}
