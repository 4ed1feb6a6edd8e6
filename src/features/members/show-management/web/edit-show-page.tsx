import { useRef, useState } from 'react';
import type { ShowFacts } from '#features/archive/shows/fields.ts';
import { manageShowPath, showPath } from '#features/archive/shows/paths.ts';
import { ShowPhotographs } from '#features/publishing/media/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { showResponse } from '#platform/web/alerts/index.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { RestoredDraft } from '#platform/web/drafts/restored-draft.tsx';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import type { DraftField, DraftRole, ShowDraft } from '../show-draft.ts';
import { ArchiveShow } from './edit/archive-show.tsx';
import { CastEditor } from './edit/cast-editor.tsx';
import styles from './edit/edit-show.module.css';
import { PasteProgramme } from './edit/paste-programme.tsx';
import { ShowConflict } from './edit/show-conflict.tsx';
import { LinkFields, PictureFields, ShowFields } from './edit/show-fields.tsx';
import { type ShowEditor, useShowEditor } from './edit/use-show-editor.ts';

export default function EditShowPage({ page }: { page: Page<'edit_show'> }) {
  // Another show is another editor, even when one leads straight to the next
  return <Editor key={page.showDetails.id} page={page} />;
}

function Editor({ page }: { page: Page<'edit_show'> }) {
  const { showDetails: show, showOptions: options } = page;
  const form = useRef<HTMLFormElement>(null);
  const editor = useShowEditor(page, form);
  const { draft, change, errors, conflict } = editor;
  const fresh = show.id === '';
  const isReplaced = fresh && editor.busy;
  const onText = (field: DraftField, value: string) =>
    change((now) => ({ ...now, texts: { ...now.texts, [field]: value } }));
  const onFacts = (facts: Partial<ShowFacts>) => change((now) => ({ ...now, ...facts }));
  return (
    <>
      <UnsavedDialog unsaved={editor.changed} what="this show" stored />
      <header className="page-head">
        <p>
          <BackLink href="/members/manage_shows">Manage Shows</BackLink>
        </p>
        <h1>{page.title}</h1>
      </header>
      {editor.restored && !conflict && (
        <RestoredDraft back={fresh ? 'Discard draft' : 'Discard my changes'} onBack={editor.discard} />
      )}
      {conflict && (
        <ShowConflict
          {...conflict}
          mine={draft}
          at={editor.at}
          onTake={editor.discard}
          onMerge={() => void editor.save()}
        />
      )}
      <form
        ref={form}
        className={styles.edit}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.querySelector<HTMLElement>('[data-untaken]');
          if (field) {
            showResponse(editor.at, {
              code: 400,
              msg: `${field.dataset.untaken} hasn’t been added yet. Choose who it is, then save.`,
            });
            return field.focus();
          }
          void editor.save();
        }}
      >
        {/* After the first save the new show's editor is replaced, and text typed meanwhile would be lost */}
        <div className={styles.main} inert={isReplaced}>
          <ShowFields draft={draft} options={options} errors={errors} onText={onText} onFacts={onFacts} />
          <CastAndCrew draft={draft} roles={options.roles} error={errors.roles} change={change} />
          <section className={styles.part} aria-labelledby="photographs">
            <h2 id="photographs">Photographs</h2>
            <ShowPhotographs show={show.id} hung={page.photographs} />
          </section>
          <LinkFields draft={draft} errors={errors} onText={onText} />
        </div>
        <aside className={styles.aside} aria-label="Pictures" inert={isReplaced}>
          <PictureFields draft={draft} errors={errors} onText={onText} onFacts={onFacts} show={show} />
          {show.id && !show.archived && <a href={showPath(show)}>View on the site</a>}
          {show.id && (
            <a href={`${manageShowPath({ id: 'new', title: show.title })}?from=${show.id}`}>Copy to a new show</a>
          )}
        </aside>
        <SaveBar
          at={editor.at}
          changed={editor.changed}
          unsavedMessage="Your changes to this show haven’t been saved."
          rests="No changes yet."
          save="Save show"
          busy={editor.busy}
          {...(fresh ? {} : { onDiscard: editor.discard })}
        >
          {editor.undoRemoval && (
            <Button look="quiet" onClick={editor.undoRemoval}>
              Put back<span className={styles.who}> who was taken out</span>
            </Button>
          )}
          {fresh && (
            <ButtonLink look="line" href="/members/manage_shows">
              Cancel
            </ButtonLink>
          )}
        </SaveBar>
      </form>
      {show.id && <ArchiveShow show={show} />}
    </>
  );
}

/** Cast and crew, with a pasted programme list as the quick way. */
function CastAndCrew({
  draft,
  roles,
  error,
  change,
}: {
  draft: ShowDraft;
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

export const head = (page: Page<'edit_show'>): Head => ({ title: page.title, description: '', indexed: false });
