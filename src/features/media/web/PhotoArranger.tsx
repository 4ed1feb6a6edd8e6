import { useId, useState } from 'react';
import { say } from '../../../platform/web/alerts/index.ts';
import { AskBeforeLeaving } from '../../../platform/web/calls/AskBeforeLeaving.tsx';
import { SaveBar } from '../../../platform/web/calls/SaveBar.tsx';
import { sendCall } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';
import { moved, OrderButtons, useOrdering } from '../../../platform/web/ordering/index.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Empty } from '../../../platform/web/ui/Empty.tsx';
import { Field, Input } from '../../../platform/web/ui/Field.tsx';
import type { HungPhoto, ShowPhotosForm } from '../contract.ts';
import { PeopleTags } from './PeopleTags.tsx';
import styles from './PhotoArranger.module.css';

type Chosen = NonNullable<ShowPhotosForm['chosen']>;

/** What hangs with a show: its order, what comes first, what is said of each, and who is in it. */
export function PhotoArranger({ chosen }: { chosen: Chosen }) {
  const [draft, setDraft] = useState<readonly HungPhoto[] | null>(null);
  const [busy, setBusy] = useState(false);
  const at = useId();
  const photos = draft ?? chosen.photos;
  const change = (id: string, some: Partial<HungPhoto>) =>
    setDraft(photos.map((photo) => (photo.id === id ? { ...photo, ...some } : photo)));
  const { handle, put, announced } = useOrdering(photos.length, (from, to) => setDraft(moved(photos, from, to)));

  async function save() {
    setBusy(true);
    const said = await sendCall('/members/api/admin/arrange_show_photos', {
      show: chosen.show.id,
      standing: chosen.standing,
      photos: photos.map(({ id, caption, featured, people }) => ({
        id,
        caption,
        featured,
        people: people.map((one) => one.id),
      })),
    });
    if (said.code === 200) {
      await refreshPage();
      setDraft(null);
    }
    setBusy(false);
    say(at, said);
  }

  if (photos.length === 0 && draft === null) {
    return (
      <Empty title="Nothing hangs here yet">Hang an album with this show, then put its photographs in order.</Empty>
    );
  }
  return (
    <>
      <AskBeforeLeaving unsaved={draft !== null} what="these photographs" />
      <p className="vh" role="status">
        {announced}
      </p>
      <ol className={styles.photos}>
        {photos.map((photo, index) => {
          const name = photo.alt === '' ? photo.filename : photo.alt;
          return (
            <li key={photo.id} {...handle(index, name)} className={styles.photo}>
              <div className={styles.picture}>
                {photo.thumbnail === '' ? (
                  <span>{photo.filename}</span>
                ) : (
                  <img src={photo.thumbnail} alt={name} loading="lazy" draggable={false} />
                )}
              </div>
              <div className={styles.said}>
                <Field label="Caption">
                  {(control) => (
                    <Input
                      {...control}
                      value={photo.caption}
                      maxLength={300}
                      onChange={(event) => change(photo.id, { caption: event.target.value })}
                    />
                  )}
                </Field>
                <PeopleTags of={name} people={photo.people} onChange={(people) => change(photo.id, { people })} />
                <div className={styles.verbs}>
                  <OrderButtons index={index} count={photos.length} name={name} put={put} />
                  <label className={styles.featured}>
                    <input
                      type="checkbox"
                      checked={photo.featured}
                      onChange={(event) => change(photo.id, { featured: event.target.checked })}
                    />
                    Featured<span className="vh">: {name}</span>
                  </label>
                  <Button small look="quiet" onClick={() => setDraft(photos.filter(({ id }) => id !== photo.id))}>
                    Take down<span className="vh">: {name}</span>
                  </Button>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <p className="meta">Featured photographs come first, also in the sidebar of every page.</p>
      <SaveBar
        at={at}
        changed={draft !== null}
        says="These photographs have changes that aren’t saved."
        save="Save photographs"
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setDraft(null)}
      />
    </>
  );
}
