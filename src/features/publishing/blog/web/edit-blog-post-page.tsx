import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { excerpt } from '#platform/shared/text/excerpt.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { RestoredDraft } from '#platform/web/drafts/restored-draft.tsx';
import { useStoredDraft } from '#platform/web/drafts/use-stored-draft.ts';
import { navigateTo } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { MarkdownBox, type MarkdownBoxHandle } from '#platform/web/writing/markdown-box.tsx';
import { type EditBlogPostContent, saveBlogPost } from '../contract.ts';
import { isBlogDraft, toBlogDraft } from './blog-draft.ts';
import { blogMessageSlot } from './blog-message-slot.ts';
import styles from './edit-blog-post-page.module.css';
import { PictureUploads } from './picture-uploads.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import { WordImport } from './word-import.tsx';

export const head = (page: Page<'edit_blog_post'>): Head => ({
  title: page.post.title || page.title,
  description: 'Write a blog post.',
  indexed: false,
});

export default function EditBlogPostPage({ page }: { page: Page<'edit_blog_post'> }) {
  // Another post is another editor
  return <Editor key={page.key} page={page} />;
}

function Editor({ page: { key: opened, title, post } }: { page: EditBlogPostContent }) {
  const [key, setKey] = useState(opened);
  /** The state of the post as last seen here: somebody else may change it in the meantime. */
  const [state, setState] = useState(post.state);
  const {
    draft,
    change,
    dirty,
    restored,
    startAfresh,
    markSaved: goOn,
  } = useStoredDraft(storedAs(key), () => toBlogDraft(post), isBlogDraft);
  /** The text at the time of the response. */
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  /** The text being sent: leaving the page doesn't lose it. */
  const [sent, setSent] = useState(draft);
  const { busy, slot: at, sendVia: send } = useCall(blogMessageSlot);
  const answer = useCallResponse<typeof saveBlogPost>(at);
  const theirs = findConflictingVersion(answer);
  const form = useRef<HTMLFormElement>(null);
  const writer = useRef<MarkdownBoxHandle>(null);
  const pictures = usePictureUploads((markdown) => writer.current?.insert(markdown));

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setSent(draft);
    const call = withParams(saveBlogPost, { key: key || 'new' });
    const sending = async () => {
      const answer = await sendCall(call, draft);
      if (answer.code === 200) {
        const isAll = latest.current === draft;
        goOn({ ...draft, version: answer.version }, storedAs(answer.key));
        setKey(answer.key);
        setState(stateOnce[draft.publishing]);
        // Go to the list, which shows the message. Stay here if it can't be loaded or the author has kept typing.
        if (isAll && form.current) await navigateTo('/members/manage-blog');
      }
      return answer;
    };
    const onAnswer = (answer: ResponseOf<typeof saveBlogPost>) => {
      const current = findConflictingVersion(answer);
      if (!current) return;
      change({ version: current.version });
      setState(current.state);
    };
    void send(call, sending, { form: form.current, onAnswer });
  }

  const errors = answer?.fields ?? {};
  return (
    <>
      <header className="page-head">
        <p>
          <BackLink href="/members/manage-blog">All posts</BackLink>
        </p>
        <h1>{title}</h1>
      </header>
      {restored && <RestoredDraft back={key === '' ? 'Start again' : 'Discard my changes'} onBack={startAfresh} />}
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <InputField
          label="Title"
          error={errors.title}
          name="title"
          maxLength={200}
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <div className={styles.row}>
          <InputField
            label="Written by"
            error={errors.author}
            name="author"
            maxLength={100}
            value={draft.author}
            onChange={(event) => change({ author: event.target.value })}
          />
          <Field label="When it appears" error={errors.publishing}>
            {(control) => (
              <Select
                {...control}
                name="publishing"
                value={draft.publishing}
                onChange={({ target }) => change({ publishing: target.value as typeof draft.publishing })}
              >
                <option value="draft">Not yet: save as a draft</option>
                <option value="now">{state === 'published' ? 'Keep its current date' : 'Now'}</option>
                <option value="at">On a date and time you choose</option>
              </Select>
            )}
          </Field>
          {draft.publishing === 'at' && (
            <InputField
              label="Date and time"
              error={errors.date}
              name="date"
              type="datetime-local"
              value={draft.date}
              onChange={(event) => change({ date: event.target.value })}
            />
          )}
        </div>
        <WordImport
          onRead={(read) => {
            const [heading, title] = beginsWith(read);
            const isNew = draft.title === '' && draft.content === '';
            // A post shows its title itself
            const isTitle = isNew || title === draft.title.trim();
            const content = [draft.content, isTitle ? read.slice(heading.length) : read].filter(Boolean).join('\n\n');
            change({ content, ...(isNew && title && { title }) });
          }}
        />
        <MarkdownBox
          value={draft.content}
          error={errors.content}
          onChange={(content) => change({ content })}
          onPictures={pictures.add}
          writer={writer}
        />
        <PictureUploads of={pictures} />
        <div className="row">
          <Button type="submit" pending={busy !== ''}>
            <ButtonLabel label={verb(state, draft.publishing)} busyLabel="Saving…" busy={busy !== ''} />
          </Button>
          <CallStatus slot={at} />
        </div>
        {theirs && (
          <TheirVersion
            by={theirs.changed_by}
            parts={[
              { label: 'Title', text: theirs.title },
              { label: 'Written by', text: theirs.author },
              { label: 'When it appears', text: appearance(theirs) },
              { label: 'Text', text: theirs.content, long: true },
            ]}
            at={at}
            onAccept={() => change(toBlogDraft(theirs))}
          />
        )}
      </form>
      <UnsavedDialog
        unsaved={(dirty || pictures.pictures.length > 0) && (busy === '' || sent !== draft)}
        what="this post"
        stored
      >
        {pictures.pictures.length > 0 && ' You’ll need to choose your pictures again.'}
      </UnsavedDialog>
    </>
  );
}

/** Returns the name of a post's draft in this browser. */
const storedAs = (key: string) => `blog post ${key || 'new'}`;

/** The state of a post after it is saved like that. */
const stateOnce = { draft: 'draft', now: 'published', at: 'scheduled' } as const;

/** The heading that a text begins with: it becomes the title of a post that has none yet. */
function beginsWith(content: string): [heading: string, title: string] {
  const [heading = '', text = ''] = /^## (.*)\n*/.exec(content) ?? [];
  return [heading, excerpt(text, 200)];
}

/** Returns the button's label: a published post is saved, not published again. */
function verb(state: EditBlogPostContent['post']['state'], publishing: 'draft' | 'now' | 'at'): string {
  if (publishing === 'draft') return state === 'published' ? 'Unpublish post' : 'Save draft';
  if (state === 'published') return 'Save post';
  return publishing === 'now' ? 'Publish post' : 'Schedule post';
}

function appearance({ state, date }: Pick<EditBlogPostContent['post'], 'state' | 'date'>): string {
  if (state === 'draft') return 'Not yet: it’s a draft';
  return state === 'published' ? `Published ${formatDateTime(date)}` : formatDateTime(date);
}
