import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { Said, unsay } from '../../../platform/web/alerts/index.ts';
import { makeCall } from '../../../platform/web/calls/sendCall.ts';
import { tell } from '../../../platform/web/calls/useCall.ts';
import { refreshAll } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import type { ManagedShow as Managed, ManagedPost } from '../contract.ts';
import { DeletedList } from './DeletedList.tsx';
import { FileRows } from './FileRows.tsx';
import { Folded } from './Folded.tsx';
import styles from './Managing.module.css';
import { PostRows } from './PostRows.tsx';
import { UploadPanel } from './UploadPanel.tsx';

const loadEditor = () => import('./PostEditor.tsx');
const PostEditor = lazy(() => loadEditor().then((module) => ({ default: module.PostEditor })));

/**
 * A show's page for those who manage it (SPEC §2, §4): its view with the Manage Show section, or the post editor in its
 * place. `children` draws the view around that section; `tools` is what else there is to manage.
 */
export function ManagedShow({
  show,
  tools,
  children,
}: {
  show: { id: string; title: string };
  tools?: ReactNode;
  children: (section: ReactNode) => ReactNode;
}) {
  const { managed, failed, reload } = useManaged(show.id);
  const [writing, setWriting] = useState<ManagedPost | 'new' | null>(null);
  const at = `managing ${show.id}`;
  const section = useRef<HTMLElement>(null);

  const arrived = useCallback(async () => {
    await Promise.all([reload(), refreshAll()]);
  }, [reload]);
  const write = (post: ManagedPost | 'new') => {
    unsay(at);
    setWriting(post);
  };
  const close = (saved?: Answer) => {
    setWriting(null);
    if (saved) void tell(at, saved, { also: reload });
    else requestAnimationFrame(() => section.current?.focus());
  };

  if (writing !== null && managed) {
    const post = writing === 'new' ? undefined : writing;
    return (
      <Suspense fallback={<p aria-busy="true">Getting the editor…</p>}>
        <PostEditor
          show={managed.show}
          now={managed.now}
          members={managed.members}
          post={post}
          attached={managed.posts.find(({ id }) => id === post?.id)?.files ?? []}
          onClose={close}
          onChanged={reload}
        />
      </Suspense>
    );
  }
  return children(
    <section ref={section} className={styles.manage} aria-labelledby="manage-show" tabIndex={-1}>
      <h2 id="manage-show">Manage Show</h2>
      <noscript>
        <p>Managing a show needs JavaScript: switch it on for this site.</p>
      </noscript>
      <Said at={at} />
      <div className={styles.tools}>
        <Button
          disabled={!managed}
          onPointerEnter={() => void loadEditor()}
          onFocus={() => void loadEditor()}
          onClick={() => write('new')}
        >
          <Icon of={Pencil} /> Write a new post
        </Button>
        {tools}
      </div>
      {failed !== '' && (
        <div role="alert">
          <Alert tone="bad" title="What there is to manage couldn’t be fetched.">
            <p>{failed}</p>
            <Button look="line" small onClick={() => void reload()}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
      {!managed && failed === '' && <p aria-busy="true">Fetching what there is to manage…</p>}
      {managed && (
        <>
          <UploadPanel showId={show.id} onArrived={arrived} />
          <div className={styles.lists}>
            <Folded title="Change files" count={managed.files.length}>
              <FileRows files={managed.files} onChanged={reload} />
            </Folded>
            <Folded title="Change posts" count={managed.posts.length}>
              <PostRows posts={managed.posts} onEdit={write} onChanged={reload} />
            </Folded>
            <Folded title="Recently deleted" count={managed.deleted.length}>
              <DeletedList deleted={managed.deleted} onChanged={reload} />
            </Folded>
          </div>
        </>
      )}
    </section>,
  );
}

/** What there is to manage, asked for when the section first stands on screen and after each change. */
function useManaged(showId: string) {
  const [managed, setManaged] = useState<Managed | null>(null);
  const [failed, setFailed] = useState('');
  const reload = useCallback(async () => {
    const answer = await makeCall('GET', `/members/api/manage_show/${showId}`);
    if (answer.code !== 200) return setFailed(answer.msg);
    setFailed('');
    // The server's own answer to this call
    setManaged(answer as typeof answer & Managed);
  }, [showId]);
  useEffect(() => void reload(), [reload]);
  return { managed, failed, reload };
}
