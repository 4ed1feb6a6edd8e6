import { useEffect, useState } from 'react';
import { PostForm } from '#features/publishing/writing/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { navigateTo } from '#platform/web/navigation/index.ts';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { advanceLocalTime, blogMessageSlot, getCurrentPublicationState, getPostSubmitLabel } from '../blog-post.ts';
import { type CurrentBlogPost, type EditBlogPostContent, type SaveBlogPostBody, saveBlogPost } from '../contract.ts';

export const head = (page: Page<'edit_blog_post'>): Head => ({
  title: page.post.title || page.title,
  description: 'Write or edit a blog post.',
  indexed: false,
});

export default function EditBlogPostPage({ page }: { page: Page<'edit_blog_post'> }) {
  // Each post needs an editor with its own draft
  return <Editor key={page.key} page={page} />;
}

/**
 * Returns the society's local time, updated every minute. It starts at `loadedAt`, the minute in which the page was
 * loaded; `elapsedMs` is the time from the beginning of that minute until then, in milliseconds.
 */
function useLocalTime(loadedAt: string, elapsedMs: number): string {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    const start = Date.now() - elapsedMs;
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      const elapsed = Date.now() - start;
      setNow(advanceLocalTime(loadedAt, elapsed));
      timer = setTimeout(update, minute - (elapsed % minute));
    };
    update();
    return () => clearTimeout(timer);
  }, [loadedAt, elapsedMs]);
  return now;
}

function Editor({ page: { key, title, post, now: loadedAt, now_ms } }: { page: EditBlogPostContent }) {
  /** The post's state and time as they were last seen here. Somebody else may change them in the meantime. */
  const [seen, setSeen] = useState<Pick<EditBlogPostContent['post'], 'state' | 'date'>>(post);
  const now = useLocalTime(loadedAt, now_ms);
  const state = getCurrentPublicationState(seen, now);
  return (
    <>
      <header className="page-head">
        <p>
          <BackLink href="/members/manage-blog">All posts</BackLink>
        </p>
        <h1>{title}</h1>
      </header>
      <PostForm<BlogDraft, CurrentBlogPost>
        id={key}
        draftName={(key) => `blog post ${key || 'new'}`}
        createDraft={() => toBlogDraft(post)}
        restartLabel={(key) => (key === '' ? 'Start again' : 'Discard my changes')}
        slot={blogMessageSlot}
        titleMaxLength={200}
        fields={({ draft, errors, change }) => (
          <>
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
                  onChange={({ target }) => change({ publishing: target.value as BlogDraft['publishing'] })}
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
          </>
        )}
        submitLabel={({ draft }) => getPostSubmitLabel(state, draft, now)}
        send={async ({ id, draft }) => {
          const response = await sendCall(withParams(saveBlogPost, { key: id || 'new' }), draft);
          if (response.code !== 200) return response;
          setSeen({ state: response.state, date: draft.date });
          return { ...response, saved: { id: response.key, version: response.version } };
        }}
        onSaved={async (_, { isComplete }) => {
          // The list shows the message. If the list can't be loaded, the editor stays and shows the message.
          if (isComplete) await navigateTo('/members/manage-blog');
        }}
        onConflict={setSeen}
        partsOf={(theirs) => [
          { label: 'Title', text: theirs.title },
          { label: 'Written by', text: theirs.author },
          { label: 'When it appears', text: formatPublication(theirs) },
          { label: 'Text', text: theirs.content, long: true },
        ]}
        toDraft={toBlogDraft}
      />
    </>
  );
}

function formatPublication({ state, date }: Pick<EditBlogPostContent['post'], 'state' | 'date'>): string {
  if (state === 'draft') return 'Not yet: it’s a draft';
  return state === 'published' ? `Published ${formatDateTime(date)}` : formatDateTime(date);
}

/** The content of the editor, as `saveBlogPost` accepts it. */
type BlogDraft = Pick<SaveBlogPostBody, 'title' | 'author' | 'content' | 'publishing' | 'date' | 'version'>;

/** Returns a post as the editor shows it first. */
const toBlogDraft = ({ title, author, content, state, date, version }: EditBlogPostContent['post']): BlogDraft => ({
  title,
  author,
  content,
  publishing: ({ draft: 'draft', scheduled: 'at', published: 'now' } as const)[state],
  date,
  version,
});
