import { useLayoutEffect, useRef, useState } from 'react';
import { RestoredDraft } from './RestoredDraft.tsx';
import { useStored } from './useStored.ts';

type Fields = Record<string, string>;

/**
 * Stands first in a `CallForm` whose fields are the browser’s own, and keeps what is typed there until it is sent. Give
 * the form `kept` too, so that it says so to whoever leaves.
 */
export function StoredFields({ what }: { what: string }) {
  const here = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Fields | null>(null);
  const [restored, setRestored] = useState(false);
  useStored(what, typed, isFields, (stored) => {
    const form = formAround(here.current);
    if (!form) return;
    fill(form, stored);
    setTyped(typedIn(form));
    setRestored(true);
  });
  useLayoutEffect(() => {
    const form = formAround(here.current);
    if (!form) return;
    const listening = new AbortController();
    const note = () => setTyped(typedIn(form));
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
      {restored && <RestoredDraft back="Start afresh" onBack={() => formAround(here.current)?.reset()} />}
    </div>
  );
}

const formAround = (here: HTMLElement | null) => here?.closest('form') ?? null;

/** What stands in the form; null where that is what it begins with. */
function typedIn(form: HTMLFormElement): Fields | null {
  const fresh = form.cloneNode(true) as HTMLFormElement;
  fresh.reset();
  const [now, before] = [fieldsOf(form), fieldsOf(fresh)];
  return JSON.stringify(now) === JSON.stringify(before) ? null : now;
}

const fieldsOf = (form: HTMLFormElement): Fields =>
  Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );

function fill(form: HTMLFormElement, stored: Fields): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = field.name in stored;
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = stored[field.name] ?? field.value;
  }
}

const isFields = (found: unknown): found is Fields =>
  typeof found === 'object' && found !== null && Object.values(found).every((value) => typeof value === 'string');
