import { type FormEvent, useId, useState } from 'react';
import { BulkActionsBar } from '#platform/web/ui/actions/bulk-actions-bar.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Input, Select } from '#platform/web/ui/fields/field.tsx';
import { type AlbumEntry, addToAlbum, createAlbum, type MediaItem } from '../contract.ts';
import styles from './chosen-items.module.css';
import type { useUndoableCalls } from './undo-message.tsx';

/** Actions for the chosen items: add to an album, or delete. */
export function ChosenMediaActions({
  items,
  albums,
  calls: { run, busy },
  onClear,
  onDelete,
}: {
  items: readonly MediaItem[];
  albums: readonly AlbumEntry[];
  calls: ReturnType<typeof useUndoableCalls>;
  onClear: () => void;
  onDelete: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const media = items.map((item) => item.id);
  async function put(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name') ?? '').trim();
    const album = String(form.get('album') ?? '');
    const answer = name !== '' ? await run(createAlbum, { name, media }) : await run(addToAlbum, { id: album, media });
    if (answer.code === 200) onClear();
  }
  return (
    <BulkActionsBar label="Selected items" count={items.length} onClear={onClear}>
      <form className={styles.put} onSubmit={put}>
        {albums.length > 0 && (
          <>
            <label htmlFor={`${id}-album`}>Album</label>
            <Select id={`${id}-album`} name="album" defaultValue="" required={typed.trim() === ''}>
              <option value="">Choose an album</option>
              {albums.map((album) => (
                <option key={album.id} value={album.id}>
                  {album.name}
                </option>
              ))}
            </Select>
          </>
        )}
        <label htmlFor={`${id}-name`}>{albums.length > 0 ? 'or create a new one' : 'New album'}</label>
        <Input
          id={`${id}-name`}
          name="name"
          maxLength={120}
          required={albums.length === 0}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" small pending={busy}>
          Add to album
        </Button>
      </form>
      <Button small look="line" onClick={onDelete}>
        Delete…
      </Button>
    </BulkActionsBar>
  );
}
