import { useRef, useState } from 'react';
import type { ShowFacts } from '#features/archive/shows/fields.ts';
import { manageShowPath, showPath } from '#features/archive/shows/paths.ts';
import { isCurrentOrUpcoming } from '#features/archive/shows/run.ts';
import { bookingsPath } from '#features/box-office/bookings/paths.ts';
import { ShowPhotosSection } from '#features/publishing/media/web/index.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { lowercaseInitial } from '#platform/shared/text/join-labels.ts';
import { showResponse } from '#platform/web/alerts/index.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { RestoredDraftNotice } from '#platform/web/drafts/form-draft.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { JumpLinks } from '#platform/web/ui/navigation/jump-links.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import type { EditShowContent } from '../../contract.ts';
import {
  type DraftField,
  type DraftRole,
  diffShowDrafts,
  listNamesakes,
  type ShowDraft,
  type ShowPart,
} from '../../show-draft.ts';
import { ArchiveShowSection } from './archive-show.tsx';
import styles from './edit-show.module.css';
import { PasteProgrammePanel } from './paste-programme.tsx';
import { RoleListEditor } from './role-list-editor.tsx';
import { LinkFields, PictureFields, ShowFields } from './show-fields.tsx';
import { type ShowEditor, useShowEditor } from './use-show-editor.ts';

const partNames: Record<ShowPart, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  author: 'Author',
  venue: 'Venue',
  company: 'Company',
  season: 'Season',
  genre: 'Genre',
  show_type: 'Show type',
  programme: 'Programme cover',
  banner: 'Banner',
  noda_review: 'External review',
  radio_audio: 'Radio interview',
  text_blob: 'Description',
  date: 'Last performance',
  first_date: 'First performance',
  cancelled: 'Cancelled',
  poster_number: 'Generated poster',
  roles: 'Cast and crew',
};

/**
 * The sections of the form, in their order on a phone; on wider screens the pictures are next to the others. The page of
 * a saved show has the section “Archive” after them.
 */
const sections = [
  { id: 'the-show', name: 'The show' },
  { id: 'description', name: 'Description' },
  { id: 'cast-and-crew', name: 'Cast and crew' },
  { id: 'photographs', name: 'Photographs' },
  { id: 'links', name: 'Links' },
  { id: 'pictures', name: 'Cover and banner' },
];

/** Shows a conflict with somebody else's changes, and lets the user choose a version of each part that both changed. */
function ShowConflict({
  base,
  mine,
  theirs,
  by,
  choices,
  choose,
  at,
  onTake,
  onMerge,
}: NonNullable<ShowEditor['conflict']> & {
  mine: ShowDraft;
  /** The place on the page where a refused save is reported. */
  at: string;
  onTake: () => void;
  onMerge: () => void;
}) {
  const otherName = by || 'Someone else';
  const differences = diffShowDrafts(base, mine, theirs);
  const conflicts = differences.filter(({ changedBy }) => changedBy === 'both');
  const mergedParts = differences
    .filter(({ changedBy }) => changedBy === 'theirs')
    .map(({ part }) => lowercaseInitial(partNames[part]));
  return (
    <TheirVersion by={by} heading={`${otherName} has saved changes to this show`} focused at={at} onAccept={onTake}>
      <p>
        None of your changes are lost.{' '}
        {conflicts.length === 0
          ? 'Your changes and theirs are in different parts of the show, so we can save both.'
          : 'Where you both changed the same thing, choose which version to save, then save again.'}
        {mergedParts.length > 0 && ` ${otherName}’s changes to these parts are kept: ${mergedParts.join(', ')}.`}
      </p>
      {conflicts.map(({ part, mine: my, theirs: their }) => (
        <fieldset key={part} className={styles.conflict}>
          <legend>{partNames[part]}</legend>
          {my === their && (
            <p>The names are the same, but these mean different people: {listNamesakes(mine, theirs).join(', ')}.</p>
          )}
          {(['mine', 'theirs'] as const).map((choice) => (
            <label key={choice} className={styles.choice}>
              <span>
                <input
                  type="radio"
                  name={`keep-${part}`}
                  checked={(choices[part] ?? 'mine') === choice}
                  onChange={() => choose(part, choice)}
                />{' '}
                {choice === 'mine' ? 'Yours' : `Saved by ${by || 'someone else'}`}
              </span>
              <span className={styles.version}>{(choice === 'mine' ? my : their) || '(empty)'}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={onMerge}>Merge and save</Button>
    </TheirVersion>
  );
}

export default function EditShowPage({ page }: { page: Page<'edit_show'> }) {
  // The key resets the editor when the page changes to another show
  return <Editor key={page.showDetails.id} page={page} />;
}

function Editor({ page }: { page: Page<'edit_show'> }) {
  const { showDetails: show, showOptions: options } = page;
  const form = useRef<HTMLFormElement>(null);
  const editor = useShowEditor(page, form);
  const { draft, change, errors, conflict } = editor;
  const isNew = show.id === '';
  const nextSteps = listNextSteps(page, useSite());
  const isSavingNewShow = isNew && editor.busy;
  const onText = (field: DraftField, value: string) =>
    change((current) => ({ ...current, texts: { ...current.texts, [field]: value } }));
  const onFacts = (facts: Partial<ShowFacts>) => change((current) => ({ ...current, ...facts }));
  return (
    <>
      <UnsavedChangesDialog unsaved={editor.changed} what="this show" stored />
      <header className="page-head">
        <p>
          <BackLink href="/members/manage_shows">Manage Shows</BackLink>
        </p>
        <h1>{page.title}</h1>
      </header>
      <JumpLinks to={show.id ? [...sections, { id: 'archive', name: 'Archive' }] : sections} />
      {editor.restored && !conflict && (
        <RestoredDraftNotice back={isNew ? 'Discard draft' : 'Discard my changes'} onBack={editor.discard} />
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
              msg: `${field.dataset.untaken} hasn’t been chosen yet. Choose who it is, then save.`,
            });
            return field.focus();
          }
          void editor.save();
        }}
      >
        {/* After the first save another editor replaces this one. Text typed during that save would be lost, so
            nothing can be typed meanwhile */}
        <div className={styles.main} inert={isSavingNewShow}>
          <ShowFields
            draft={draft}
            options={options}
            errors={errors}
            onText={onText}
            onFacts={onFacts}
            performances={page.upcoming_performances}
          />
          <CastAndCrew draft={draft} roles={options.roles} error={errors.roles} change={change} />
          <section className={styles.part} aria-labelledby="photographs">
            <h2 id="photographs">Photographs</h2>
            <ShowPhotosSection show={show.id} summary={page.photographs} />
          </section>
          <LinkFields draft={draft} errors={errors} onText={onText} />
        </div>
        <aside id="pictures" className={styles.aside} aria-label="Pictures" inert={isSavingNewShow}>
          <PictureFields draft={draft} errors={errors} onText={onText} onFacts={onFacts} show={show} />
          {nextSteps.map(({ label, href }) => (
            <a key={label} href={href}>
              {label}
            </a>
          ))}
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
          next={nextSteps}
          {...(isNew ? {} : { onDiscard: editor.discard })}
        >
          {editor.undoRemoval && (
            <Button look="quiet" onClick={editor.undoRemoval}>
              Undo removal<span className={styles.who}> of the last person or role</span>
            </Button>
          )}
          {isNew && (
            <ButtonLink look="line" href="/members/manage_shows">
              Cancel
            </ButtonLink>
          )}
        </SaveBar>
      </form>
      {show.id && <ArchiveShowSection page={page} />}
    </>
  );
}

/** Lists the pages that people often open after saving a show. A show that isn't stored yet, or is archived, has none. */
export function listNextSteps(
  { showDetails: show, upcoming_performances: performances }: EditShowContent,
  { today, memberNavItemsToShow: may }: Pick<SiteData, 'today' | 'memberNavItemsToShow'>,
): { label: string; href: string }[] {
  if (show.id === '' || show.archived) return [];
  const needsPerformances = may.bookings && performances.length === 0 && isCurrentOrUpcoming(show, today);
  const addPerformances = { label: 'Add performances', href: `${bookingsPath}?show=${show.id}#manage-performances` };
  return [{ label: 'View on the site', href: showPath(show) }, ...(needsPerformances ? [addPerformances] : [])];
}

/** The cast and crew of a show, which can also be pasted as a list. */
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
  const [isPasting, setIsPasting] = useState(false);
  const side = (kind: DraftRole['kind']) => draft.roles.filter((role) => role.kind === kind);
  const set = (kind: DraftRole['kind'], rows: DraftRole[]) =>
    change((current) => {
      const others = current.roles.filter((role) => role.kind !== kind);
      return { ...current, roles: kind === 'cast' ? [...rows, ...others] : [...others, ...rows] };
    });
  return (
    <section className={styles.part} aria-labelledby="cast-and-crew">
      <h2 id="cast-and-crew">Cast and crew</h2>
      <div role="alert">{error && <Alert tone="bad" title={error} />}</div>
      {isPasting ? (
        <PasteProgrammePanel
          onClose={() => setIsPasting(false)}
          onAdd={(roles) => {
            change((current) => ({ ...current, roles: [...current.roles, ...roles] }));
            setIsPasting(false);
          }}
        />
      ) : (
        <Button look="line" small onClick={() => setIsPasting(true)}>
          Paste a list from the programme
        </Button>
      )}
      <RoleListEditor kind="cast" roles={side('cast')} suggestions={[]} onChange={(rows) => set('cast', rows)} />
      <RoleListEditor kind="crew" roles={side('crew')} suggestions={roles} onChange={(rows) => set('crew', rows)} />
    </section>
  );
}
