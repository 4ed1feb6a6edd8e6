import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus, clearResponse, showAlert } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { handleResponse } from '#platform/web/calls/use-call.ts';
import { refreshAll, replaceWith, setQuery, useLocation } from '#platform/web/navigation/index.ts';
import { LazyFallback } from '#platform/web/parts/lazy-fallback.tsx';
import { useLazyModule } from '#platform/web/parts/use-lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { getManagedShow, getManagedSociety, type ManagedContent, type ManagedPost, uploadFiles } from '../contract.ts';
import { DeletedList } from './deleted-list.tsx';
import { FileRows } from './file-rows.tsx';
import styles from './manage.module.css';
import { PostRows } from './post-rows.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** A list that opens to be worked on; its content is elsewhere on the page as well. */
function Disclosure({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <Icon of="chevron-right" />
        {title} <span className="meta num">{count}</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}

const loadEditor = () => import('./post-editor.tsx');

/**
 * A show's page for those who manage it, or the page of the society's own posts for those who write them: its content
 * with the Manage section, or the post editor instead. `?write` in the address opens the editor at once, and `?edit=`
 * opens a post in it. `children` draws the content around that section; `tools` is everything else that can be managed.
 * On the society's page the button and its messages are rendered next to the heading, so that readers see the notices
 * first.
 */
export function ManageSection({
  of,
  tools,
  children,
}: {
  of: { id: string; title: string } | 'society';
  tools?: ReactNode;
  children: (section: ReactNode, apart: { write: ReactNode; answer: ReactNode } | null) => ReactNode;
}) {
  const society = of === 'society';
  const editor = useLazyModule(loadEditor);
  const { managed, failed, ask, take, reload } = useManagedContent(society ? '' : of.id);
  const { query } = useLocation();
  const edited = query.get('edit') ?? '';
  const [writing, setWriting] = useState<ManagedPost | 'new' | null>(query.has('write') ? 'new' : null);
  const at = `managing ${society ? 'society' : of.id}`;
  const section = useRef<HTMLElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const confirming = managed?.posts.find(({ id }) => id === edited);
  // Once: the address drops it as soon as the editor is closed
  if (confirming && writing === null) setWriting(confirming);

  // Refresh every list before the file's upload row disappears.
  const arrived = useCallback(async () => {
    const answer = await ask();
    await refreshAll();
    take(answer);
  }, [ask, take]);
  const write = (post: ManagedPost | 'new') => {
    clearResponse(at);
    setWriting(post);
  };
  const close = (saved?: CallResponse) => {
    if (confirming) {
      if (saved) showAlert({ title: saved.msg });
      void replaceWith(confirming.url);
      return;
    }
    if (query.has('write')) setQuery(new URLSearchParams(), { replace: true });
    setWriting(null);
    if (saved) void handleResponse(at, saved, { also: reload });
    else requestAnimationFrame(() => (button.current ?? section.current)?.focus());
  };

  if (writing !== null && managed) {
    const post = writing === 'new' ? undefined : writing;
    if (!editor.part) return <LazyFallback of={editor}>Loading the editor…</LazyFallback>;
    return (
      <editor.part.PostEditor
        show={managed.show}
        now={managed.now}
        members={managed.members}
        post={post}
        filesOf={(wanted) => managed.posts.find(({ id }) => id === wanted)?.files ?? []}
        onClose={close}
        onChanged={reload}
      />
    );
  }
  const writeButton = (
    <Button disabled={!managed} onPointerEnter={editor.load} onFocus={editor.load} onClick={() => write('new')}>
      <Icon of="pencil" /> Write a new post
    </Button>
  );
  const troubles = (
    <>
      <noscript>
        <p>You need JavaScript to manage this. Please turn it on for this site.</p>
      </noscript>
      {failed !== '' && (
        <div role="alert">
          <Alert tone="bad" title="We couldn’t load the files and posts.">
            <p>{failed}</p>
            <Button look="line" small onClick={() => void reload()}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
    </>
  );
  const apart = society
    ? {
        write: (
          <div ref={button} className={styles.apart} tabIndex={-1}>
            {writeButton}
          </div>
        ),
        answer: (
          <div className={styles.answers}>
            <CallStatus slot={at} above />
            {troubles}
          </div>
        ),
      }
    : null;
  const hasLists = managed ? managed.posts.length + managed.deleted.length > 0 : failed === '';
  if (society && !hasLists) return children(null, apart);
  return children(
    <section
      ref={section}
      className={society ? `${styles.manage} ${styles.below}` : styles.manage}
      aria-labelledby="manage"
      tabIndex={-1}
    >
      <h2 id="manage">{society ? 'Manage notices' : 'Manage Show'}</h2>
      {!society && (
        <div className={styles.tools}>
          {writeButton}
          {tools}
          <CallStatus slot={at} />
        </div>
      )}
      {!society && troubles}
      {/* Placeholder with the height of the lists, to avoid a layout shift. */}
      {!managed && failed === '' && (
        <div className={styles.lists} aria-busy="true">
          <p className="vh">Loading…</p>
          {[...(society ? [] : ['Manage files']), 'Manage posts', 'Recently deleted'].map((title) => (
            <p key={title} className={styles.coming} aria-hidden>
              {title}
            </p>
          ))}
        </div>
      )}
      {managed && (
        <>
          {!society && (
            <UploadPanel call={withParams(uploadFiles, { show_id: of.id })} heading="Add files" onArrived={arrived} />
          )}
          <div className={styles.lists}>
            {!society && (
              <Disclosure title="Manage files" count={managed.files.length}>
                <FileRows files={managed.files} at={at} onChanged={reload} />
              </Disclosure>
            )}
            {(!society || managed.posts.length > 0) && (
              <Disclosure title="Manage posts" count={managed.posts.length}>
                <PostRows posts={managed.posts} at={at} onEdit={write} onChanged={reload} />
              </Disclosure>
            )}
            {(!society || managed.deleted.length > 0) && (
              <Disclosure title="Recently deleted" count={managed.deleted.length}>
                <DeletedList deleted={managed.deleted} at={at} onChanged={reload} />
              </Disclosure>
            )}
          </div>
        </>
      )}
    </section>,
    apart,
  );
}

/** The content of the section, fetched when it first appears and after each change. */
function useManagedContent(showId: string) {
  const [managed, setManaged] = useState<ManagedContent | null>(null);
  const [failed, setFailed] = useState('');
  const ask = useCallback(
    () => sendCall(showId === '' ? getManagedSociety : withParams(getManagedShow, { show_id: showId })),
    [showId],
  );
  const take = useCallback((answer: ResponseOf<typeof getManagedSociety>) => {
    if (answer.code !== 200) return setFailed(answer.msg);
    setFailed('');
    setManaged(answer);
  }, []);
  const reload = useCallback(async () => take(await ask()), [ask, take]);
  useEffect(() => void reload(), [reload]);
  return { managed, failed, ask, take, reload };
}
