import { useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { useCallResponse } from '#platform/web/alerts/index.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { navigateTo, refreshPage } from '#platform/web/navigation/index.ts';
import { MoveControls, useReordering } from '#platform/web/ordering/reordering.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { addToAlbum, deleteAlbum, type ManageMediaContent, type MediaLibraryItem, updateAlbum } from '../contract.ts';
import { manageMediaHref } from '../paths.ts';
import styles from './album-editor.module.css';
import { MediaDetailsDialog } from './media-details.tsx';
import { MediaUploader, Thumbnail, TruncatedFileName, UndoMessage, useUndoableCalls } from './media-parts.tsx';
import { MediaLibraryDialog } from './media-picker.tsx';

type Album = NonNullable<ManageMediaContent['album']>;

/** The unsaved changes. A part that hasn't changed is left out. */
interface Draft {
  name?: string;
  cover?: string;
  /** The ids of the items in their new order; `out` has the ids of the removed items. */
  order?: readonly string[];
  out?: readonly string[];
  /** The item ids at the time of the first change. Items added later are placed at the end, and cause no conflict. */
  known?: readonly string[];
}

/** An album: its name, its items, their order, and its cover. */
export function AlbumEditor({ album }: { album: Album }) {
  const [draft, setDraft] = useState<Draft>({});
  const { busy, slot: at, send: make, sendVia: send } = useCall();
  const answer = useCallResponse<typeof updateAlbum>(at);
  const theirs = findConflictingVersion(answer);
  const [choosing, setChoosing] = useState(false);
  const [confirmingDeletion, setConfirmingDeletion] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const calls = useUndoableCalls();
  const items = arrangeItems(album.items, draft);
  const opened = items.find(({ id }) => id === open);
  const name = draft.name ?? album.name;
  const cover = draft.cover ?? album.cover;
  const changed = Object.keys(draft).length > 0;
  const ids = album.items.map(({ id }) => id);
  const { baseline: begun, markSaved: saved } = useVersionedForm(
    {
      version: album.version,
      name: album.name,
      cover: album.cover,
      order: ids.filter((id) => draft.known?.includes(id) ?? true),
    },
    () => changed,
  );
  const change = (some: Draft) => setDraft((before) => ({ known: ids, ...before, ...some }));
  const ordering = useReordering(
    items,
    ({ filename }) => filename,
    (ordered) => change({ order: ordered.map(({ id }) => id) }),
  );

  const save = () => {
    const media = items.map(({ id }) => id);
    const version = theirs?.version ?? begun.version;
    const body = { id: album.id, version, name, cover: media.includes(cover) ? cover : '', media };
    const onAnswer = (answer: ResponseOf<typeof updateAlbum>) => {
      if (answer.code === 200) saved(answer.version);
    };
    // Changes made during the save remain unsaved
    const onRenewed = () => setDraft((now) => (now === draft ? {} : now));
    void make(updateAlbum, body, { onAnswer, onRenewed });
  };

  const remove = () =>
    void send(deleteAlbum, async () => {
      const answer = await sendCall(deleteAlbum, { id: album.id });
      if (answer.code === 200) {
        setDraft({});
        // The album's own page is gone, so this opens the list from which the album can be restored
        await navigateTo(manageMediaHref({ view: 'deleted' }));
      }
      return answer;
    });

  return (
    <div className={styles.editor}>
      <UnsavedChangesDialog unsaved={changed} what="this album" />
      <div className={styles.name}>
        <InputField
          label="Name"
          error={answer?.fields?.name}
          value={name}
          maxLength={120}
          onChange={(event) => change({ name: event.target.value })}
        />
      </div>
      <MediaUploader label="Upload to this album" fields={{ album: album.id }} onEnd={() => void refreshPage()} />
      <div className={styles.verbs}>
        <Button look="line" onClick={() => setChoosing(true)} aria-haspopup="dialog">
          Add from the media library
        </Button>
        <Button look="quiet" onClick={() => setConfirmingDeletion(true)} aria-haspopup="dialog">
          Delete album…
        </Button>
        <UndoMessage calls={calls} />
      </div>
      <p className="vh" role="status">
        {ordering.announcement}
      </p>
      {items.length === 0 ? (
        <EmptyState title="No items yet">Upload photographs, or add some from the media library.</EmptyState>
      ) : (
        <ol className={styles.items} ref={ordering.list}>
          {items.map((item, index) => (
            <li key={item.id} className={styles.item} data-dragged={ordering.draggedIndex === index || undefined}>
              <div className={styles.picture} {...ordering.getMouseDragProps(index)}>
                <Thumbnail item={item} />
              </div>
              <div className={styles.named}>
                <button
                  type="button"
                  className={styles.filename}
                  aria-haspopup="dialog"
                  onClick={() => setOpen(item.id)}
                  id={`open-${item.id}`}
                >
                  <TruncatedFileName of={item.filename} />
                </button>
                {(cover === '' ? items.find(({ kind }) => kind === 'image')?.id : cover) === item.id && (
                  <Badge>Cover</Badge>
                )}
                {item.kind === 'image' && item.alt === '' && <Badge tone="warning">No description</Badge>}
              </div>
              <div className={styles.verbs}>
                <MoveControls
                  index={index}
                  count={items.length}
                  name={item.filename}
                  layout="grid"
                  ordering={ordering}
                />
                {item.kind === 'image' && (
                  <Button small look="quiet" onClick={() => change({ cover: item.id })}>
                    Make cover<span className="vh">: {item.filename}</span>
                  </Button>
                )}
                <Button small look="quiet" onClick={() => change({ out: [...(draft.out ?? []), item.id] })}>
                  Remove<span className="vh">: {item.filename}</span>
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[
            { label: 'Name', text: theirs.name },
            { label: 'Items', text: theirs.items.join(', ') },
          ]}
          at={at}
          onAccept={() => setDraft({})}
        >
          <p>
            Items added in the meantime are at the end of your list. Save again to replace the other version with yours.
          </p>
        </TheirVersion>
      )}
      <SaveBar
        at={at}
        changed={changed}
        unsavedMessage={`“${name}” has unsaved changes.`}
        save="Save album"
        busy={busy !== ''}
        onSave={save}
        onDiscard={() => setDraft({})}
      />
      {opened && <MediaDetailsDialog key={opened.id} item={opened} among={items} onOpen={setOpen} />}
      {choosing && (
        <MediaLibraryDialog
          title={`Add to ${album.name}`}
          kind="image"
          several
          onChoose={(added) => void calls.run(addToAlbum, { id: album.id, media: added.map(({ id }) => id) })}
          onClose={() => setChoosing(false)}
        />
      )}
      {confirmingDeletion && (
        <ConfirmDialog
          question={`Delete the album ${album.name}?`}
          cancelLabel="Keep it"
          confirmLabel="Delete album"
          onConfirm={remove}
          onClose={() => setConfirmingDeletion(false)}
        >
          Its items stay in the media library and on the pages that show them. You can restore the album for 30 days.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Returns the album's items in their new order. Items that were added in the meantime are at the end. */
function arrangeItems(items: readonly MediaLibraryItem[], { order, out = [] }: Draft): MediaLibraryItem[] {
  const place = new Map(order?.map((id, index) => [id, index]));
  const at = (item: MediaLibraryItem) => place.get(item.id) ?? items.length;
  const left = items.filter(({ id }) => !out.includes(id));
  return order ? left.toSorted((a, b) => at(a) - at(b)) : left;
}
