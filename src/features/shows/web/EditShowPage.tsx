import { useEffect, useRef, useState } from 'react';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { AskBeforeLeaving } from '../../../platform/web/calls/AskBeforeLeaving.tsx';
import { RetryingImage } from '../../../platform/web/gallery/RetryingImage.tsx';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button, ButtonLink } from '../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import { manageAddress, showAddress } from '../address.ts';
import type { Draft, DraftRole } from '../draft.ts';
import { CastEditor } from './edit/CastEditor.tsx';
import styles from './edit/EditShow.module.css';
import { Overtaken } from './edit/Overtaken.tsx';
import { PasteProgramme } from './edit/PasteProgramme.tsx';
import { MediaFields, ShowFields } from './edit/ShowFields.tsx';
import { Standing } from './edit/Standing.tsx';
import { type ShowEditor, useShowEditor } from './edit/useShowEditor.ts';

export default function EditShowPage({ page }: { page: Page<'edit_show'> }) {
  // Another show is another editor, also where one leads straight to the next
  return <Editor key={page.showDetails.id} page={page} />;
}

function Editor({ page }: { page: Page<'edit_show'> }) {
  const { showDetails: show, showOptions: options } = page;
  const editor = useShowEditor(page);
  const { draft, change, errors, overtaken } = editor;
  const fresh = show.id === '';
  const [untaken, setUntaken] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const hand = useRef<Element | null>(null);
  // Answered: to the first thing that is wrong, else back to where the hand was
  useEffect(() => {
    if (!editor.answer || !form.current) return;
    const fault = form.current.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
    if (fault) fault.focus();
    else if (document.activeElement === document.body && hand.current instanceof HTMLElement) hand.current.focus();
  }, [editor.answer]);
  return (
    <>
      <AskBeforeLeaving unsaved={editor.changed} what="this show" />
      <header className="page-head">
        <p className="meta">
          <a href="/members/manage_shows">Manage shows</a> /
        </p>
        <h1>{page.title}</h1>
      </header>
      {overtaken && <Overtaken {...overtaken} mine={draft} onTake={(together) => void editor.save(together)} />}
      <form
        ref={form}
        className={styles.edit}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.querySelector<HTMLElement>('[data-untaken]');
          setUntaken(field?.dataset.untaken ?? '');
          if (field) return field.focus();
          hand.current = document.activeElement;
          void editor.save();
        }}
      >
        {/* A new show's editor gives way to the made one's: what is typed meanwhile would go with it */}
        <div className={styles.main} inert={fresh && editor.busy}>
          <ShowFields
            draft={draft}
            options={options}
            errors={errors}
            onText={(field, value) => change((now) => ({ ...now, texts: { ...now.texts, [field]: value } }))}
            onCancelled={(cancelled) => change((now) => ({ ...now, cancelled }))}
          />
          <CastAndCrew draft={draft} roles={options.roles} error={errors.roles} change={change} />
          <MediaFields
            draft={draft}
            errors={errors}
            onText={(field, value) => change((now) => ({ ...now, texts: { ...now.texts, [field]: value } }))}
          />
        </div>
        <aside className={styles.aside} aria-label="How it is hung">
          {(draft.texts.programme || show.poster) && (
            <>
              <span className={`poster-frame ${styles.poster}`}>
                <RetryingImage src={cover(draft.texts.programme) || show.poster} alt="" width={600} height={848} />
              </span>
              {!draft.texts.programme && <p className="meta">No artwork yet, so we’ve printed one from the title.</p>}
            </>
          )}
          {show.id && !show.archived && <a href={showAddress(show)}>See it on the site</a>}
          {show.id && (
            <a href={`${manageAddress({ id: 'new', title: show.title })}?from=${show.id}`}>Make another like it</a>
          )}
        </aside>
        <SaveBar editor={editor} fresh={fresh} untaken={untaken} />
      </form>
      {show.id && <Standing show={show} />}
    </>
  );
}

/** Who was in it, with the list from the programme as the quick way. */
function CastAndCrew({
  draft,
  roles,
  error,
  change,
}: {
  draft: Draft;
  roles: readonly string[];
  error: string | undefined;
  change: ShowEditor['change'];
}) {
  const [pasting, setPasting] = useState(false);
  const side = (kind: DraftRole['kind']) => draft.roles.filter((role) => role.kind === kind);
  const set = (kind: DraftRole['kind'], rows: DraftRole[]) =>
    change((now) => {
      const others = now.roles.filter((role) => role.kind !== kind);
      return { ...now, roles: kind === 'cast' ? [...rows, ...others] : [...others, ...rows] };
    });
  return (
    <section className={styles.part} aria-labelledby="cast-and-crew">
      <h2 id="cast-and-crew">Cast and crew</h2>
      <div role="alert">{error && <Alert tone="bad" title={error} />}</div>
      {pasting ? (
        <PasteProgramme
          onClose={() => setPasting(false)}
          onTake={(taken) => {
            change((now) => ({ ...now, roles: [...now.roles, ...taken] }));
            setPasting(false);
          }}
        />
      ) : (
        <Button look="line" small onClick={() => setPasting(true)}>
          Paste a list from the programme
        </Button>
      )}
      <CastEditor kind="cast" roles={side('cast')} offered={[]} onChange={(rows) => set('cast', rows)} />
      <CastEditor kind="crew" roles={side('crew')} offered={roles} onChange={(rows) => set('crew', rows)} />
    </section>
  );
}

function SaveBar({
  editor: { changed, busy, answer, discard, putBack },
  fresh,
  untaken,
}: {
  editor: ShowEditor;
  fresh: boolean;
  /** A name that is typed, and not in the cast or crew yet. */
  untaken: string;
}) {
  const failed = answer !== null && answer.code !== 200;
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.bar}>
      <div className={styles.said}>
        <div role="alert">
          {untaken ? (
            <Alert tone="bad" title={`${untaken} isn’t in yet. Choose who it is, then save.`} />
          ) : (
            failed && <Alert tone="bad" title={answer.msg} />
          )}
        </div>
        <p className="meta" role="status">
          {changed ? 'Not saved yet' : answer?.code === 200 ? answer.msg : 'Nothing changed yet'}
        </p>
      </div>
      {putBack && (
        <Button look="quiet" onClick={putBack}>
          Put back who was taken out
        </Button>
      )}
      {changed && !fresh && (
        <Button look="line" onClick={() => setAsking(true)}>
          Discard…
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          question="Discard what you have changed?"
          keep="Keep it"
          go="Discard changes"
          onGo={() => {
            setAsking(false);
            discard();
          }}
          onClose={() => setAsking(false)}
        >
          <p>Everything in this show that isn’t saved yet is gone then, its cast and crew too.</p>
        </ConfirmDialog>
      )}
      {fresh && (
        <ButtonLink look="line" href="/members/manage_shows">
          Cancel
        </ButtonLink>
      )}
      <Button type="submit" pending={busy}>
        {busy ? 'Saving…' : 'Save show'}
      </Button>
    </div>
  );
}

/** Small, of what is ours; elsewhere nobody knows how to ask for that. */
const cover = (address: string) => (address.startsWith('/media/') ? `${address}?lowres` : address);

export const head = (page: Page<'edit_show'>): Head => ({ title: page.title, description: '', indexed: false });
