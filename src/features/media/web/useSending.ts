import { useCallback, useEffect, useRef, useState } from 'react';
import { sendFile } from '#platform/web/calls/sendFile.ts';
import { addMedia, type MediaItem } from '../contract.ts';
import { type Sending, toBegin } from '../upload-queue.ts';

let keys = 0;

/** Milliseconds, and how often: together longer than the site's rate limit lasts. */
const pause = 5000;
const mostPauses = 60;

/**
 * Sends files to the media one after the other. `fields` go with each; `onDone` is called for each that has arrived,
 * `onEnd` when none is under way any more.
 */
export function useSending({
  fields = {},
  onDone,
  onEnd,
}: {
  fields?: Readonly<Record<string, string>>;
  onDone?: (item: MediaItem) => void;
  onEnd?: () => void;
}) {
  const [queue, setQueue] = useState<readonly Sending[]>([]);
  const files = useRef(new Map<number, File>());
  const begun = useRef(new Set<number>());
  const told = useRef({ fields, onDone, onEnd });
  useEffect(() => {
    told.current = { fields, onDone, onEnd };
  });

  const change = useCallback((key: number, some: Partial<Sending>) => {
    setQueue((before) => before.map((one) => (one.key === key ? { ...one, ...some } : one)));
  }, []);

  const begin = useCallback(
    async (key: number) => {
      const file = files.current.get(key);
      if (!file) return;
      change(key, { state: 'sending', sent: 0, msg: '' });
      const form = new FormData();
      for (const [name, value] of Object.entries(told.current.fields)) form.set(name, value);
      form.set('fileElem', file);
      const send = () =>
        sendFile(addMedia, form, (sent) =>
          change(key, sent < 1 ? { state: 'sending', sent } : { state: 'making', sent }),
        );
      let answer = await send();
      // Hundreds of small files exceed the rate limit: those wait and try again
      for (let times = 0; answer.code === 429 && times < mostPauses; times += 1) {
        change(key, { state: 'waiting', sent: 0 });
        await new Promise((rested) => setTimeout(rested, pause));
        answer = await send();
      }
      begun.current.delete(key);
      if (answer.code !== 200) return change(key, { state: 'failed', msg: answer.msg });
      files.current.delete(key);
      const [item] = answer.items;
      change(key, { state: 'done', ...(item ? { item } : {}) });
      if (item) told.current.onDone?.(item);
    },
    [change],
  );

  useEffect(() => {
    for (const { key } of toBegin(queue)) {
      // Effects may run twice for one state; a file is sent once
      if (begun.current.has(key)) continue;
      begun.current.add(key);
      void begin(key);
    }
  }, [queue, begin]);

  const busy = queue.some(({ state }) => state !== 'done' && state !== 'failed');
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) told.current.onEnd?.();
    wasBusy.current = busy;
  }, [busy]);

  // A half-sent file would be lost with the page
  useEffect(() => {
    if (!busy) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [busy]);

  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file): Sending => {
      keys += 1;
      files.current.set(keys, file);
      return { key: keys, name: file.name, state: 'waiting', sent: 0, msg: '' };
    });
    // Those that have arrived were reported already
    setQueue((before) => [...before.filter(({ state }) => state !== 'done' || busy), ...added]);
  };
  const again = (key: number) => change(key, { state: 'waiting', sent: 0, msg: '' });
  const forget = (key: number) => {
    files.current.delete(key);
    setQueue((before) => before.filter((one) => one.key !== key));
  };
  return { queue, busy, add, again, forget };
}
