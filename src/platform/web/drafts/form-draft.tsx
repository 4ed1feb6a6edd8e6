import { useLayoutEffect, useRef, useState } from 'react';
import { setChecked } from '../hydration/replay.ts';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import styles from './form-draft.module.css';
import { useDraftStorage } from './stored-draft.ts';

type Fields = Record<string, string>;

/**
 * Stores the fields' values in this browser until they are sent. Put this component first in a `CallForm` whose fields
 * are uncontrolled. Set `stored` on the form too, so that people who leave are told that their input is stored.
 */
export function FormDraftStorage({
  what,
  briefly,
}: {
  what: string;
  /**
   * For shared computers: stores only the fields `only`, for this window only, for `seconds`. Restores them without a
   * notice, and calls `onBack`.
   */
  briefly?: { only: readonly string[]; seconds: number; onBack: (form: HTMLFormElement) => void };
}) {
  const here = useRef<HTMLDivElement>(null);
  const ends = useRef(0);
  const seconds = briefly?.seconds ?? 0;
  // Runs before stored values are looked up
  useLayoutEffect(() => {
    ends.current = Date.now() + seconds * 1000;
  }, [seconds]);
  const only = briefly?.only;
  const read = useRef((form: HTMLFormElement) => typedIn(form, only && { only, until: ends.current }));
  const [typed, setTyped] = useState<Fields | null>(null);
  const [restored, setRestored] = useState(false);
  const forget = useDraftStorage(
    what,
    typed,
    isFields,
    ({ [until]: ended, ...stored }) => {
      const form = formAround(here.current);
      if (!form) return;
      if (briefly && !(Number(ended) > Date.now())) return forget();
      fill(form, stored);
      setTyped(read.current(form));
      if (briefly) briefly.onBack(form);
      else setRestored(true);
    },
    briefly && 'window',
  );
  useLayoutEffect(() => {
    const form = formAround(here.current);
    if (!form) return;
    const listening = new AbortController();
    const note = () => setTyped(read.current(form));
    form.addEventListener('input', note, listening);
    form.addEventListener('change', note, listening);
    const end = () => {
      setTyped(null);
      setRestored(false);
    };
    form.addEventListener('reset', end, listening);
    return () => listening.abort();
  }, []);
  return (
    <div ref={here} hidden={!restored}>
      {restored && <RestoredDraftNotice back="Discard draft" onBack={() => formAround(here.current)?.reset()} />}
    </div>
  );
}

const formAround = (here: HTMLElement | null) => here?.closest('form') ?? null;

/**
 * The key of the time at which briefly stored fields are deleted. It is stored with them, and no form has a field with
 * that name.
 */
const until = 'stored until';

/** Returns the values typed into the form; null if they are the initial ones. */
function typedIn(form: HTMLFormElement, briefly?: { only: readonly string[]; until: number }): Fields | null {
  const fresh = form.cloneNode(true) as HTMLFormElement;
  fresh.reset();
  const [now, before] = [fieldsOf(form, briefly?.only), fieldsOf(fresh, briefly?.only)];
  if (JSON.stringify(now) === JSON.stringify(before)) return null;
  return briefly ? { ...now, [until]: `${briefly.until}` } : now;
}

const fieldsOf = (form: HTMLFormElement, only?: readonly string[]): Fields =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === 'string' && (only?.includes(field[0]) ?? true),
    ),
  );

function fill(form: HTMLFormElement, stored: Fields): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      // A box that was ticked or unticked before hydration stays as it is: a click made here would be recorded instead
      // of the user's own
      if (window.early?.changed.has(field)) continue;
      const isTicked = field.name in stored;
      // The form notices a click, and may show advice about a ticked box. The box is therefore clicked even if the
      // browser has already ticked it, as it does after a reload
      if (isTicked === field.defaultChecked) field.checked = isTicked;
      else setChecked(field, isTicked);
    } else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = stored[field.name] ?? field.value;
  }
}

const isFields = (found: unknown): found is Fields =>
  typeof found === 'object' && found !== null && Object.values(found).every((value) => typeof value === 'string');

/** Says that the editor's content was typed on an earlier visit, and how to discard it. */
export function RestoredDraftNotice({
  title = 'We’ve restored your unsaved draft.',
  back,
  onBack,
}: {
  /** A different title, for content that isn't text. */
  title?: string;
  back: string;
  onBack: () => void;
}) {
  return (
    <Alert tone="ok" title={title} className={styles.restored}>
      <p>It was stored in this browser and hasn’t been saved yet.</p>
      <Button look="line" small onClick={onBack}>
        {back}
      </Button>
    </Alert>
  );
}
