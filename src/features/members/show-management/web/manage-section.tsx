import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { showPhotosHref } from '#features/publishing/media/paths.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus, clearResponse, showAlert } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { handleCallResponse } from '#platform/web/calls/use-call.ts';
import { refreshPageAndSite, replacePage, setQuery, useLocation, useSite } from '#platform/web/navigation/index.ts';
import { LazyFallback } from '#platform/web/parts/lazy-fallback.tsx';
import { useLazyModule } from '#platform/web/parts/lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import {
  getManagedShow,
  getManagedSociety,
  type ManagedContent,
  type ManagedPost,
  uploadShowFiles,
} from '../contract.ts';
import styles from './manage.module.css';
import { DeletedFileAndPostList, FileRows, PostRows, UploadPanel } from './managed-lists.tsx';

/** A list that stays collapsed until the user opens it. */
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

/** A placeholder for the lists while they load, which avoids a layout shift. */
function ListsPlaceholder({ titles }: { titles: readonly string[] }) {
  return (
    <div className={styles.lists} aria-busy="true">
      <p className="vh">Loading…</p>
      {titles.map((title) => (
        <p key={title} className={styles.coming} aria-hidden>
          {title}
        </p>
      ))}
    </div>
  );
}

const loadEditor = () => import('./post-editor.tsx');

/**
 * Adds the tools to manage files and posts to the page of a show or of the society's notices. A show's tools are behind
 * one button, so that its notices come first. While a post is edited, the post editor replaces the whole page: `?write`
 * in the URL opens it with a new post, `?edit={id}` with an existing one. `children` renders the page around the section;
 * `tools` are buttons that are always visible. On the society's page, `children` also receives the button for a new post
 * and the messages, and renders them next to the heading and above the notices.
 */
export function ManageSection({
  of,
  tools,
  children,
}: {
  of: { id: string; title: string } | 'society';
  tools?: ReactNode;
  children: (section: ReactNode, headerParts: { write: ReactNode; answer: ReactNode } | null) => ReactNode;
}) {
  const society = of === 'society';
  const { admin } = useSite().memberNavItemsToShow;
  const editor = useLazyModule(loadEditor);
  const { managed, failed, fetchContent, apply, reload } = useManagedContent(society ? '' : of.id);
  const { query } = useLocation();
  const edited = query.get('edit') ?? '';
  const [writing, setWriting] = useState<ManagedPost | 'new' | null>(query.has('write') ? 'new' : null);
  /** True while a show's tools are expanded above its notices. The tools stay expanded after a post has been edited. */
  const [isOpen, setOpen] = useState(false);
  const at = `managing ${society ? 'society' : of.id}`;
  const section = useRef<HTMLElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const postInUrl = managed?.posts.find(({ id }) => id === edited);
  // Closing the editor removes the post from the URL, so this doesn't open the post again
  if (postInUrl && writing === null) setWriting(postInUrl);

  // Refreshes the whole page before the upload's row disappears
  const handleArrived = useCallback(async () => {
    const answer = await fetchContent();
    await refreshPageAndSite();
    apply(answer);
  }, [fetchContent, apply]);
  const write = (post: ManagedPost | 'new') => {
    clearResponse(at);
    setWriting(post);
  };
  const close = (saved?: CallResponse) => {
    if (postInUrl) {
      if (saved) showAlert({ title: saved.msg });
      void replacePage(postInUrl.url);
      return;
    }
    if (query.has('write')) setQuery(new URLSearchParams(), { replace: true });
    setWriting(null);
    if (saved) void handleCallResponse(at, saved, { also: reload });
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
        filesOf={(postId) => managed.posts.find(({ id }) => id === postId)?.files ?? []}
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
  const problems = (
    <>
      <noscript>
        <p>You need JavaScript to manage files and posts. Please turn JavaScript on for this site.</p>
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
  const headerParts = society
    ? {
        write: (
          <div ref={button} className={styles.apart} tabIndex={-1}>
            {writeButton}
          </div>
        ),
        answer: (
          <div className={styles.answers}>
            <CallStatus slot={at} above />
            {problems}
          </div>
        ),
      }
    : null;
  const lists = managed && (
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
          <DeletedFileAndPostList deleted={managed.deleted} at={at} onChanged={reload} />
        </Disclosure>
      )}
    </div>
  );
  const hasLists = managed ? managed.posts.length + managed.deleted.length > 0 : failed === '';
  if (society && !hasLists) return children(null, headerParts);
  return children(
    <section
      ref={section}
      className={society ? `${styles.manage} ${styles.below}` : styles.manage}
      aria-labelledby="manage"
      tabIndex={-1}
    >
      {society ? (
        <>
          <h2 id="manage">Manage notices</h2>
          {!managed && failed === '' && <ListsPlaceholder titles={['Manage posts', 'Recently deleted']} />}
          {lists}
        </>
      ) : (
        <>
          <div className={styles.tools}>
            <h2 id="manage">
              <Button look="line" small aria-expanded={isOpen} aria-controls="tools" onClick={() => setOpen(!isOpen)}>
                Manage Show <Icon of="chevron-down" />
              </Button>
            </h2>
            {tools}
            <CallStatus slot={at} above />
          </div>
          {problems}
          {/* The tools are hidden, not removed, so that an upload continues while they are closed */}
          <div id="tools" hidden={!isOpen}>
            <p className={styles.write}>{writeButton}</p>
            {!managed && failed === '' && (
              <ListsPlaceholder titles={['Manage files', 'Manage posts', 'Recently deleted']} />
            )}
            {managed && (
              <>
                <UploadPanel
                  call={withParams(uploadShowFiles, { show_id: of.id })}
                  heading="Add files"
                  onArrived={handleArrived}
                />
                <FileAudienceNote show={of.id} isAdmin={admin === true} />
              </>
            )}
            {lists}
          </div>
        </>
      )}
    </section>,
    headerParts,
  );
}

/**
 * Fetches the content of the section on mount. The section calls `reload`, or `fetchContent` and `apply`, after each
 * change.
 */
function useManagedContent(showId: string) {
  const [managed, setManaged] = useState<ManagedContent | null>(null);
  const [failed, setFailed] = useState('');
  const fetchContent = useCallback(
    () => sendCall(showId === '' ? getManagedSociety : withParams(getManagedShow, { show_id: showId })),
    [showId],
  );
  const apply = useCallback((answer: ResponseOf<typeof getManagedSociety>) => {
    if (answer.code !== 200) return setFailed(answer.msg);
    setFailed('');
    setManaged(answer);
  }, []);
  const reload = useCallback(async () => apply(await fetchContent()), [fetchContent, apply]);
  useEffect(() => void reload(), [reload]);
  return { managed, failed, fetchContent, apply, reload };
}

/** Explains who sees a show's files, and who adds the photographs on its public page. */
export const FileAudienceNote = ({ show, isAdmin }: { show: string; isAdmin: boolean }) => (
  <p className="meta">
    Only members see these files.{' '}
    {isAdmin ? (
      <>
        Photographs for the show’s public page go in <a href={showPhotosHref(show)}>Add Show Photos</a>.
      </>
    ) : (
      'Photographs on the show’s public page are added by your admins: send yours to one of them.'
    )}
  </p>
);
