import { type FormEvent, useId, useState } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import type { TableRules } from '#platform/shared/tables/table.ts';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { TableTools, useTableRefetch } from '#platform/web/table/table-tools.tsx';
import { BulkActionsBar } from '#platform/web/ui/actions/bulk-actions-bar.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Input, Select } from '#platform/web/ui/fields/field.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  type AlbumEntry,
  addToAlbum,
  createAlbum,
  deleteMedia,
  type MediaLibraryItem,
  restoreMedia,
} from '../contract.ts';
import { manageMediaHref, manageMediaPath } from '../paths.ts';
import { MediaDetailsDialog } from './media-details.tsx';
import styles from './media-library.module.css';
import { MediaUploader, Thumbnail, TruncatedFileName, UndoMessage, useUndoableCalls } from './media-parts.tsx';

const libraryTable: TableRules = { sorts: {}, sort: '', filters: { kind: ['image', 'video', 'audio'] } };
const kinds = [
  ['image', 'Pictures'],
  ['video', 'Videos'],
  ['audio', 'Recordings'],
] as const;

const byNumber = new Intl.Collator('en-GB', { numeric: true });

/** The media library, with controls to upload, search, describe and delete items. */
export function MediaLibrary({ page }: { page: Page<'manage_media'> }) {
  const { items, query: libraryQuery, matches, pages } = page;
  const { q, kind } = libraryQuery;
  const table = { q, filters: { kind }, sort: '', page: page.page, pages, total: matches };
  const late = useTableRefetch(libraryTable, table);
  const calls = useUndoableCalls();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const [itemsToDelete, setItemsToDelete] = useState<readonly MediaLibraryItem[]>([]);
  const opened = items.find(({ id }) => id === open);
  // The chosen items are sorted by filename, photo 2 before photo 10. This becomes their order in an album
  const picked = items.filter(({ id }) => chosen.has(id)).toSorted((a, b) => byNumber.compare(a.filename, b.filename));
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));

  async function remove() {
    setOpen(null);
    const ids = itemsToDelete.map(({ id }) => id);
    const back = () => void calls.run(restoreMedia, { id: ids });
    const answer = await calls.run(deleteMedia, { id: ids, confirm: 'yes' }, back);
    if (answer.code === 200) setChosen(new Set());
  }

  return (
    <div className={styles.library}>
      <MediaUploader label="Upload photographs, videos or recordings" onEnd={() => void refreshPage()} />
      <TableTools
        rules={libraryTable}
        table={table}
        sorts={[]}
        rowNouns={['item', 'items']}
        search="Search file names, shows, and who or what is in the media"
        filters={[{ name: 'kind', label: 'Kind', all: 'Everything', options: kinds }]}
        preserved={{}}
        path={manageMediaPath}
      />
      <div className="row">
        <p role="status" className="meta">
          {formatSummary(page)}
        </p>
        <UndoMessage calls={calls} />
      </div>
      {items.length === 0 && (
        <EmptyState title={libraryQuery.q || libraryQuery.kind ? 'Nothing matches' : 'Nothing here yet'}>
          {libraryQuery.q || libraryQuery.kind ? (
            <>
              Try fewer words, or <a href={manageMediaPath}>see everything</a>.
            </>
          ) : (
            'Upload last weekend’s photographs. You can add them to their show afterwards.'
          )}
        </EmptyState>
      )}
      <ul className={styles.grid} aria-busy={late || undefined}>
        {items.map((item) => (
          <li key={item.id} className={styles.card}>
            <button
              type="button"
              className={styles.open}
              aria-haspopup="dialog"
              onClick={() => setOpen(item.id)}
              id={`open-${item.id}`}
            >
              <Thumbnail item={item} />
              <span className={styles.name}>
                <TruncatedFileName of={item.filename} />
              </span>
            </button>
            <p className="meta">{item.used.length > 0 ? formatUses(item) : 'Not shown anywhere'}</p>
            {item.kind === 'image' && item.alt === '' && <Badge tone="warning">No description</Badge>}
            <Checkbox dense checked={chosen.has(item.id)} onChange={() => toggle(item.id)}>
              Select<span className="vh"> {item.filename}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <Pagination
        page={page.page}
        pages={pages}
        href={(turned) => manageMediaHref({ ...libraryQuery, page: turned })}
      />
      {matches > 0 && picked.length > 0 && (
        <ChosenMediaActions
          items={picked}
          albums={page.albums}
          calls={calls}
          onClear={() => setChosen(new Set())}
          onDelete={() => setItemsToDelete(picked)}
        />
      )}
      {opened && (
        <MediaDetailsDialog
          key={opened.id}
          item={opened}
          among={items}
          onOpen={setOpen}
          onDelete={() => setItemsToDelete([opened])}
        />
      )}
      {itemsToDelete.length > 0 && (
        <ConfirmDialog
          question={`Delete ${itemsToDelete.length === 1 ? (itemsToDelete[0]?.filename ?? '') : `${itemsToDelete.length} items`}?`}
          cancelLabel={itemsToDelete.length === 1 ? 'Keep it' : 'Keep them'}
          confirmLabel="Delete"
          onConfirm={() => void remove()}
          onClose={() => setItemsToDelete([])}
        >
          <MediaUses items={itemsToDelete} />
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Lists the uses of the items to delete, and says that deleting can be undone. */
function MediaUses({ items }: { items: readonly MediaLibraryItem[] }) {
  const places = [...new Set(items.flatMap(({ used }) => used.map(({ where }) => where)))];
  const shown = items.filter(({ used }) => used.length > 0).length;
  const which = shown === items.length ? 'They are' : shown === 1 ? 'One of them is' : `${shown} of them are`;
  return (
    <div className="stack">
      {places.length === 0 ? (
        <p>{items.length === 1 ? 'It isn’t' : 'None of them is'} shown anywhere.</p>
      ) : (
        <>
          <p>{items.length === 1 ? 'It is' : which} still shown in these places, and will be removed from them too:</p>
          <ul className={styles.places}>
            {places.slice(0, 8).map((place) => (
              <li key={place}>{place}</li>
            ))}
            {places.length > 8 && (
              <li>and {places.length === 9 ? 'one more place' : `${places.length - 8} more places`}</li>
            )}
          </ul>
        </>
      )}
      <p>You can restore {items.length === 1 ? 'it' : 'them'} for 30 days.</p>
    </div>
  );
}

const formatUses = ({ used }: MediaLibraryItem) =>
  used.length === 1 ? (used[0]?.where ?? '') : `Shown in ${used.length} places`;

function formatSummary({ matches, query: libraryQuery, page, pages }: Page<'manage_media'>): string {
  const items = matches === 1 ? '1 item' : `${matches.toLocaleString('en-GB')} items`;
  const about = libraryQuery.q === '' ? '' : ` for “${libraryQuery.q}”`;
  return pages > 1 ? `${items}${about}, page ${page} of ${pages}` : `${items}${about}`;
}

/** Actions for the chosen items: add to an album, or delete. */
function ChosenMediaActions({
  items,
  albums,
  calls: { run, busy },
  onClear,
  onDelete,
}: {
  items: readonly MediaLibraryItem[];
  albums: readonly AlbumEntry[];
  calls: ReturnType<typeof useUndoableCalls>;
  onClear: () => void;
  onDelete: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const media = items.map((item) => item.id);
  async function addToChosenAlbum(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name') ?? '').trim();
    const album = String(form.get('album') ?? '');
    const answer = name !== '' ? await run(createAlbum, { name, media }) : await run(addToAlbum, { id: album, media });
    if (answer.code === 200) onClear();
  }
  return (
    <BulkActionsBar label="Selected items" count={items.length} onClear={onClear}>
      <form className={styles.put} onSubmit={addToChosenAlbum}>
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
