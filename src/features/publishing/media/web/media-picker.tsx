import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { FieldError, SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type MediaLibraryItem, type MediaSearchResults, searchMedia } from '../contract.ts';
import { MediaUploader, Thumbnail } from './media-parts.tsx';
import styles from './media-picker.module.css';

const kinds = {
  picture: { kind: 'image', title: 'Choose a picture' },
  video: { kind: 'video', title: 'Choose a video' },
  recording: { kind: 'audio', title: 'Choose a recording' },
} as const;

/**
 * A field for one item of the media, chosen or uploaded in place. `value` is the item's URL, "" for none; in old
 * archives the URL may be on another site. With a `name`, the picker is a field of the enclosing form. Screen readers
 * read the error with the picker's first button, which `data-wrong` marks.
 */
export function MediaPicker({
  kind,
  label,
  heading = false,
  hint,
  verb,
  preview,
  error,
  name,
  value,
  onChange,
  children,
}: {
  kind: keyof typeof kinds;
  label: string;
  /** True if the field's label is a heading of the page. */
  heading?: boolean;
  /** The button's label while nothing is chosen. */
  verb?: string;
  /** A preview for this place of use, shown instead of the usual preview and file name. */
  preview?: ReactNode;
  /** Other actions, next to the field's buttons. */
  children?: ReactNode;
  hint?: string;
  error?: string | undefined;
  name?: string;
  value: string;
  onChange: (address: string) => void;
}) {
  const [choosing, setChoosing] = useState(false);
  const { title } = kinds[kind];
  const Label = heading ? 'h2' : 'p';
  const ours = value.startsWith('/media/');
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be in a row with its field
    <div role="group" className={styles.picker} aria-labelledby={`${id}-label`}>
      <Label className={heading ? styles.heading : styles.label} id={`${id}-label`}>
        {label}
      </Label>
      {preview}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      {kind === 'picture' && ours && !preview && (
        <img className={styles.picture} src={`${value}?lowres`} alt={`${label}: the current one`} />
      )}
      {kind === 'recording' && ours && (
        // biome-ignore lint/a11y/useMediaCaption: captions belong to the page that plays it to an audience
        <audio className={styles.recording} src={value} controls preload="none" aria-label={label} />
      )}
      {value !== '' && !preview && <p className={styles.value}>{ours ? nameIn(value) : value}</p>}
      <div className={styles.verbs}>
        <Button
          small
          look="line"
          aria-haspopup="dialog"
          aria-describedby={described || undefined}
          data-wrong={error ? true : undefined}
          onClick={() => setChoosing(true)}
        >
          {value === '' ? (verb ?? title) : 'Choose another'}
          <span className="vh">: {label}</span>
        </Button>
        {value !== '' && (
          <Button small look="quiet" onClick={() => onChange('')}>
            Remove
            <span className="vh">: {label}</span>
          </Button>
        )}
        {children}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choosing && (
        <MediaLibraryDialog
          title={`${title}: ${label}`}
          kind={kinds[kind].kind}
          onChoose={([item]) => item && onChange(item.src)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** Returns the decoded file name at the end of one of our URLs, with spaces for underscores. */
function nameIn(address: string): string {
  const name = address.slice(address.lastIndexOf('/') + 1).replaceAll('_', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * All media of one kind, to choose from, and a way to upload more. One choice closes the dialog; with `several`, items
 * are ticked and chosen together.
 */
export function MediaLibraryDialog({
  title,
  kind,
  several = false,
  onChoose,
  onClose,
}: {
  title: string;
  kind: MediaLibraryItem['kind'];
  several?: boolean;
  onChoose: (items: MediaLibraryItem[]) => void;
  onClose: () => void;
}) {
  const [wanted, setWanted] = useState({ q: '', page: 1, times: 0 });
  const [chosen, setChosen] = useState<readonly MediaLibraryItem[]>([]);
  const { results, fault } = useMediaSearch(kind, wanted);
  const searchField = useRef<HTMLInputElement>(null);
  // Uploads continue after the dialog is closed, but the uploaded items are then not chosen
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The search isn't a form, because searching must not submit a form that contains the dialog
  const look = () => setWanted({ q: searchField.current?.value ?? '', page: 1, times: wanted.times + 1 });
  const turnTo = (page: number) => {
    if (results && page >= 1 && page <= results.pages) setWanted({ ...wanted, page });
  };
  const id = useId();
  return (
    <Dialog title={title} wide onClose={onClose}>
      {(close) => {
        const take = (items: MediaLibraryItem[]) => {
          if (!isOpen.current) return;
          close();
          onChoose(items);
        };
        const toggle = (item: MediaLibraryItem) =>
          setChosen((before) =>
            before.some((one) => one.id === item.id) ? before.filter((one) => one.id !== item.id) : [...before, item],
          );
        return (
          <div className={styles.library}>
            <MediaUploader
              label={several ? 'Upload more' : 'Upload a new file'}
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
              {results ? formatItemTotal(results) : 'Searching…'}
            </p>
            {results?.matches === 0 && (
              <EmptyState title={wanted.q === '' ? 'Nothing here yet' : 'Nothing matches'}>
                {wanted.q === ''
                  ? 'Upload the first file above.'
                  : 'Try another word, or upload what you’re looking for.'}
              </EmptyState>
            )}
            <ul className={styles.grid} aria-busy={results === undefined || undefined}>
              {results?.items.map((item) => (
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
            {results && results.pages > 1 && (
              <div className={styles.turn}>
                {/* Not `disabled` at the ends, because the pressed button would lose the focus */}
                <Button small look="line" aria-disabled={results.page === 1} onClick={() => turnTo(results.page - 1)}>
                  Previous
                </Button>
                <span className="num">
                  Page {results.page} of {results.pages}
                </span>
                <Button
                  small
                  look="line"
                  aria-disabled={results.page === results.pages}
                  onClick={() => turnTo(results.page + 1)}
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

const formatItemTotal = ({ matches }: MediaSearchResults) =>
  matches === 1 ? '1 item' : `${matches.toLocaleString('en-GB')} items`;

function useMediaSearch(
  kind: MediaLibraryItem['kind'],
  { q, page, times }: { q: string; page: number; times: number },
) {
  const [results, setResults] = useState<MediaSearchResults>();
  const [errorMessage, setFault] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` repeats the request
  useEffect(() => {
    let wanted = true;
    void sendCall(withParams(searchMedia, { kind, q, page: `${page}` })).then((answer) => {
      if (!wanted) return;
      setFault(answer.code === 200 ? '' : answer.msg);
      if (answer.code === 200) setResults(answer);
    });
    return () => {
      wanted = false;
    };
  }, [kind, q, page, times]);
  return { results, fault: errorMessage };
}
