import { useId, useState } from 'react';
import { PersonField } from '#features/archive/shows/people/web/index.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { useCallResponse } from '#platform/web/alerts/index.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { MoveControls, useReordering } from '#platform/web/ordering/reordering.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { arrangeShowPhotos, type CurrentShowPhotos, type ShowPhoto, type ShowPhotosFormContent } from '../contract.ts';
import styles from './photo-arranger.module.css';

type Chosen = NonNullable<ShowPhotosFormContent['chosen']>;

/** A show's photographs: their order, the featured ones, captions, and the people in each. */
export function PhotoArranger({ chosen }: { chosen: Chosen }) {
  const [draft, setDraft] = useState<readonly ShowPhoto[] | null>(null);
  /** The other person's version that was last displayed. */
  const [shown, setShown] = useState<CurrentShowPhotos | null>(null);
  /** The photographs whose list of people is open on a phone. On other screens, all the lists are open. */
  const [naming, setNaming] = useState<readonly string[]>([]);
  const { busy, slot: at, send: make } = useCall();
  const answer = useCallResponse<typeof arrangeShowPhotos>(at);
  const theirs = findConflictingVersion(answer);
  const photos = draft ?? chosen.photos;
  const { baseline: begun, markSaved: saved } = useVersionedForm(
    { version: chosen.version, photos: chosen.photos },
    () => draft !== null,
  );
  const discard = () => {
    setDraft(null);
    setShown(null);
  };
  const change = (id: string, some: Partial<ShowPhoto>) =>
    setDraft(photos.map((photo) => (photo.id === id ? { ...photo, ...some } : photo)));
  const fold = (id: string) =>
    setNaming((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const ordering = useReordering(photos, getPhotoName, setDraft);

  const save = () => {
    const body = {
      show: chosen.show.id,
      version: (shown ?? begun).version,
      photos: photos.map(({ id, caption, featured, people }) => ({
        id,
        caption,
        featured,
        people: people.map((one) => one.id),
      })),
    };
    // Changes made during the save remain unsaved
    const onRenewed = () => setDraft((now) => (now === draft ? null : now));
    const onAnswer = (answer: ResponseOf<typeof arrangeShowPhotos>) => {
      if (answer.code === 200) {
        saved(answer.version);
        setShown(null);
      }
      const current = findConflictingVersion(answer);
      if (!current) return;
      // Photographs added in the meantime stay, because nobody has chosen to remove them
      const known = new Set([...photos, ...(shown ?? begun).photos].map(({ id }) => id));
      const addedMeanwhile = current.photos.filter(({ id }) => !known.has(id));
      setDraft((mine) => mine && [...mine, ...addedMeanwhile]);
      setShown(current);
    };
    void make(arrangeShowPhotos, body, { onRenewed, onAnswer });
  };

  if (photos.length === 0 && draft === null) {
    return (
      <EmptyState title="No photographs yet">Add photographs to this show, then put them in order here.</EmptyState>
    );
  }
  return (
    <>
      <UnsavedChangesDialog unsaved={draft !== null} what="these photographs" />
      <p className="vh" role="status">
        {ordering.announcement}
      </p>
      <ol className={styles.photos} ref={ordering.list}>
        {photos.map((photo, index) => {
          const name = getPhotoName(photo);
          return (
            <li key={photo.id} className={styles.photo} data-dragged={ordering.draggedIndex === index || undefined}>
              <div className={styles.picture} {...ordering.getMouseDragProps(index)}>
                {photo.thumbnail === '' ? (
                  <span>{photo.filename}</span>
                ) : (
                  <img src={photo.thumbnail} alt={name} loading="lazy" draggable={false} />
                )}
              </div>
              <div className={styles.texts}>
                <Field label="Caption">
                  {(control) => (
                    <Textarea
                      {...control}
                      className={styles.caption}
                      rows={1}
                      value={photo.caption}
                      maxLength={300}
                      onChange={(event) => change(photo.id, { caption: event.target.value.replace(/\n/g, ' ') })}
                    />
                  )}
                </Field>
                <div className={styles.verbs}>
                  <MoveControls index={index} count={photos.length} name={name} ordering={ordering} />
                  <Checkbox
                    dense
                    checked={photo.featured}
                    onChange={(event) => change(photo.id, { featured: event.target.checked })}
                  >
                    Featured<span className="vh">: {name}</span>
                  </Checkbox>
                  <Button small look="quiet" onClick={() => setDraft(photos.filter(({ id }) => id !== photo.id))}>
                    Remove<span className="vh">: {name}</span>
                  </Button>
                  <Button
                    small
                    look="quiet"
                    className={styles.fold}
                    aria-expanded={naming.includes(photo.id)}
                    onClick={() => fold(photo.id)}
                  >
                    People{photo.people.length > 0 && ` (${photo.people.length})`}
                    <span className="vh">: {name}</span>
                  </Button>
                </div>
                <div className={naming.includes(photo.id) ? undefined : styles.folded}>
                  <PeopleTags of={name} people={photo.people} onChange={(people) => change(photo.id, { people })} />
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <p className="meta">
        Featured photographs come first, here and on the show’s page. If this is your most recent show, they also come
        first in the sidebar of the public pages.
      </p>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[{ label: 'Photographs', text: theirs.photos.map(formatPhoto).join('\n'), long: true }]}
          at={at}
          onAccept={discard}
        >
          <p>
            Photographs added in the meantime are at the end of your list. Save again to replace the other version with
            yours.
          </p>
        </TheirVersion>
      )}
      <SaveBar
        at={at}
        changed={draft !== null}
        unsavedMessage="These photographs have unsaved changes."
        save="Save photographs"
        busy={busy !== ''}
        onSave={save}
        onDiscard={discard}
      />
    </>
  );
}

const getPhotoName = ({ alt, filename }: ShowPhoto) => (alt === '' ? filename : alt);

/** Describes a photograph in one line: “Ruth bows (featured): The last night, with Ann Hale”. */
const formatPhoto = (photo: ShowPhoto) =>
  [
    `${getPhotoName(photo)}${photo.featured ? ' (featured)' : ''}`,
    [photo.caption, photo.people.length > 0 && `with ${photo.people.map(({ name }) => name).join(', ')}`]
      .filter(Boolean)
      .join(', '),
  ]
    .filter(Boolean)
    .join(': ');

interface Named {
  id: string;
  name: string;
}

/**
 * The people in a photograph. They are tagged by hand, because the site doesn't recognise faces. Only people in the
 * archive can be tagged.
 */
function PeopleTags({
  of,
  people,
  onChange,
}: {
  of: string;
  people: readonly Named[];
  onChange: (people: Named[]) => void;
}) {
  const id = useId();
  return (
    <div className={styles.tags}>
      <label htmlFor={id} className={styles.label}>
        Who is in it<span className="vh">: {of}</span>
      </label>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              {person.name}
              <IconButton
                icon="x"
                label={`Remove ${person.name}`}
                onClick={() => onChange(people.filter((one) => one.id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        label={`Who is in ${of}`}
        control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        addsNew={false}
        placeholder="Name"
        onChoose={(person) => {
          if (!people.some((one) => one.id === person.id)) onChange([...people, person]);
        }}
      />
    </div>
  );
}
