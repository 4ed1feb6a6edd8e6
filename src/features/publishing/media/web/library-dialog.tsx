import { useEffect, useId, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type MediaItem, type MediaResults, searchMedia } from '../contract.ts';
import styles from './library-dialog.module.css';
import { Thumbnail } from './media-parts.tsx';
import { MediaUploader } from './uploader.tsx';

/**
 * All media of one kind, to choose from, and a way to upload more. One choice closes the dialog; with `several`, items
 * are ticked and chosen together.
 */
export function LibraryDialog({
  title,
  kind,
  several = false,
  onChoose,
  onClose,
}: {
  title: string;
  kind: MediaItem['kind'];
  several?: boolean;
  onChoose: (items: MediaItem[]) => void;
  onClose: () => void;
}) {
  const [wanted, setWanted] = useState({ q: '', page: 1, times: 0 });
  const [chosen, setChosen] = useState<readonly MediaItem[]>([]);
  const { shelf, fault } = useShelf(kind, wanted);
  const searchField = useRef<HTMLInputElement>(null);
  // Uploads continue after the dialog is closed, but the uploaded items are then not chosen
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // Not a form, because searching must not submit a form that contains the dialog
  const look = () => setWanted({ q: searchField.current?.value ?? '', page: 1, times: wanted.times + 1 });
  const turnTo = (page: number) => {
    if (shelf && page >= 1 && page <= shelf.pages) setWanted({ ...wanted, page });
  };
  const id = useId();
  return (
    <Dialog title={title} wide onClose={onClose}>
      {(close) => {
        const take = (items: MediaItem[]) => {
          if (!isOpen.current) return;
          close();
          onChoose(items);
        };
        const toggle = (item: MediaItem) =>
          setChosen((before) =>
            before.some((one) => one.id === item.id) ? before.filter((one) => one.id !== item.id) : [...before, item],
          );
        return (
          <div className={styles.library}>
            <MediaUploader
              label={several ? 'Upload more' : 'Upload a new one'}
              kind={kind}
              several={several}
              onDone={(item) => (several ? setChosen((before) => [...before, item]) : take([item]))}
              onEnd={() => setWanted((before) => ({ ...before, page: 1, times: before.times + 1 }))}
            />
            <search className={styles.search}>
              <label className="vh" htmlFor={id}>
                Search the media library
              </label>
              <SearchInput
                id={id}
                ref={searchField}
                placeholder="File name, show, or who or what is in it"
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  look();
                }}
              />
              <Button look="line" onClick={look}>
                <Icon of="search" /> Search
              </Button>
            </search>
            <div role="alert">{fault !== '' && <Alert tone="bad" title={fault} />}</div>
            <p role="status" className="meta">
              {shelf ? found(shelf) : 'Searching…'}
            </p>
            {shelf?.matches === 0 && (
              <EmptyState title={wanted.q === '' ? 'Nothing here yet' : 'Nothing matches'}>
                {wanted.q === ''
                  ? 'Upload the first one above.'
                  : 'Try another word, or upload what you’re looking for.'}
              </EmptyState>
            )}
            <ul className={styles.grid} aria-busy={shelf === undefined || undefined}>
              {shelf?.items.map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    className={styles.item}
                    onClick={() => (several ? toggle(item) : take([item]))}
                    {...(several ? { 'aria-pressed': chosen.some((one) => one.id === item.id) } : {})}
                  >
                    <Thumbnail item={item} />
                    <span className={styles.name}>{item.filename}</span>
                    {item.alt !== '' && <span className={styles.alt}>{item.alt}</span>}
                  </button>
                </li>
              ))}
            </ul>
            {shelf && shelf.pages > 1 && (
              <div className={styles.turn}>
                {/* Not `disabled` at the ends, because the pressed button would lose the focus */}
                <Button small look="line" aria-disabled={shelf.page === 1} onClick={() => turnTo(shelf.page - 1)}>
                  Previous
                </Button>
                <span className="num">
                  Page {shelf.page} of {shelf.pages}
                </span>
                <Button
                  small
                  look="line"
                  aria-disabled={shelf.page === shelf.pages}
                  onClick={() => turnTo(shelf.page + 1)}
                >
                  Next
                </Button>
              </div>
            )}
            {several && (
              <div className={styles.take}>
                <Button disabled={chosen.length === 0} onClick={() => take([...chosen])}>
                  {chosen.length === 0 ? 'Nothing selected yet' : `Add ${chosen.length} selected`}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Dialog>
  );
}

const found = ({ matches }: MediaResults) => (matches === 1 ? '1 item' : `${matches.toLocaleString('en-GB')} items`);

function useShelf(kind: MediaItem['kind'], { q, page, times }: { q: string; page: number; times: number }) {
  const [shelf, setShelf] = useState<MediaResults>();
  const [fault, setFault] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` repeats the request
  useEffect(() => {
    let wanted = true;
    void sendCall(withParams(searchMedia, { kind, q, page: `${page}` })).then((answer) => {
      if (!wanted) return;
      setFault(answer.code === 200 ? '' : answer.msg);
      if (answer.code === 200) setShelf(answer);
    });
    return () => {
      wanted = false;
    };
  }, [kind, q, page, times]);
  return { shelf, fault };
}
