import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ZodType } from 'zod';
import { uploadLimits } from '#features/files/accepted-files.ts';
import { fileTitle } from '#features/files/address.ts';
import { sizeInWords } from '#features/files/kinds.ts';
import type { Call, CallSchemas } from '#platform/shared/calls.ts';
import { sendFile } from '#platform/web/calls/sendFile.ts';

/** A file that is being uploaded. It stays in the list until it has arrived, or is dismissed. */
export interface Going {
  key: number;
  file: File;
  /** 0 to 1. At 1 all of it is sent, and being checked. */
  share: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  why: string;
  /** Whether sending it again may help. */
  again: boolean;
}

/** Why a file would be refused anyway; "" where it may be sent. */
function whyNot({ size }: File): string {
  if (size === 0) return 'This file is empty. Choose another, or save it again first.';
  if (size > uploadLimits.bytes) {
    return `This file has ${sizeInWords(size)}, and the most is ${sizeInWords(uploadLimits.bytes)}. Make it smaller, or share it in parts.`;
  }
  return '';
}

/** What takes files, and answers the names under which it took them. */
export type UploadCall = Call<string, UploadAnswers>;
type UploadAnswers = CallSchemas & { answers: { 200: ZodType<{ files: { name: string }[] }> } };

const nothing = {};

/**
 * Uploads one after the other, each with its own progress and its own way to try again. `onArrived` resolves when the
 * lists show the file: it leaves the uploads in the same moment, so that nobody sees it twice.
 */
export function useUploads(
  { path }: UploadCall,
  onArrived: () => Promise<unknown>,
  sends: Readonly<Record<string, string>> = nothing,
) {
  const [going, setGoing] = useState<readonly Going[]>([]);
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const count = useRef(0);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const stopping = useRef(new Map<number, AbortController>());

  const change = useCallback((key: number, some: Partial<Going>) => {
    setGoing((all) => all.map((one) => (one.key === key ? { ...one, ...some } : one)));
  }, []);

  const putAside = useCallback((key: number) => {
    stopping.current.get(key)?.abort();
    stopping.current.delete(key);
    setGoing((all) => all.filter((one) => one.key !== key));
  }, []);

  const send = useCallback(
    ({ key, file }: Pick<Going, 'key' | 'file'>) => {
      const stop = new AbortController();
      stopping.current.set(key, stop);
      line.current = line.current.then(async () => {
        if (stop.signal.aborted) return;
        change(key, { state: 'sending', share: 0, why: '' });
        const form = new FormData();
        for (const [name, value] of Object.entries(sends)) form.append(name, value);
        form.append('files', file);
        const onProgress = (share: number) => change(key, { share });
        const answer = await sendFile<string, UploadAnswers>({ method: 'POST', path }, form, onProgress, stop.signal);
        if (stop.signal.aborted) return;
        if (answer.code !== 200) {
          change(key, { state: 'failed', why: answer.msg, again: answer.code !== 415 && answer.code !== 413 });
          return;
        }
        await onArrived();
        // At once, or the screen may be painted with both in between
        flushSync(() => {
          setArrived((names) => [...names, ...answer.files.map(({ name }) => fileTitle(name))]);
          putAside(key);
        });
      });
    },
    [path, sends, onArrived, change, putAside],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      setArrived([]);
      for (const file of files) {
        count.current += 1;
        const why = whyNot(file);
        const one: Going = {
          key: count.current,
          file,
          share: 0,
          state: why === '' ? 'waiting' : 'failed',
          why,
          again: false,
        };
        setGoing((all) => [...all, one]);
        if (why === '') send(one);
      }
    },
    [send],
  );

  const retry = useCallback(
    (one: Going) => {
      change(one.key, { state: 'waiting', share: 0, why: '' });
      send(one);
    },
    [change, send],
  );

  return { going, arrived: arrivedInWords(arrived), add, retry, putAside };
}

/** Each is sent by itself, and the sentence is about all that were chosen together; "" before the first. */
function arrivedInWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length > 3) return `${names.length} files are here.`;
  return `${new Intl.ListFormat('en-GB').format(names)} ${names.length === 1 ? 'is' : 'are'} here.`;
}
