import { useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { showAlert } from '../alerts/index.ts';
import { sendFilesWithProgress } from '../calls/send-file.ts';
import { NavigationContext } from '../navigation/index.ts';
import { createUploadStore, type InterruptedUploads, persistUploadQueue } from './stored-uploads.ts';
import { formatFailedFiles, isUploading, type QueuedUpload, type SendUpload, UploadQueue } from './upload-queue.ts';

/** Reports which user is signed in, and when that changes. */
interface CurrentUserSource {
  snapshot: () => { site: { current_user: { id: string } } };
  subscribe: (listener: () => void) => () => void;
}

/**
 * Empties a queue once the visitor is no longer the person who chose its files, because only that person may send them.
 */
export function clearUploadsOnUserChange<Given extends CallResponse>(
  queue: Pick<UploadQueue<Given>, 'subscribe' | 'snapshot' | 'clear'>,
  { snapshot, subscribe }: CurrentUserSource,
): void {
  const visitor = () => snapshot().site.current_user.id;
  let unwatch: (() => void) | undefined;
  const watch = () => {
    const owner = visitor();
    return subscribe(() => {
      if (visitor() !== owner) queue.clear();
    });
  };
  queue.subscribe(() => {
    if (queue.snapshot().some(({ state }) => state !== 'done')) {
      unwatch ??= watch();
    } else {
      unwatch?.();
      unwatch = undefined;
    }
  });
}

/** Files being uploaded from a screen, and their actions. */
export interface UploadList<Given = unknown> {
  uploads: readonly QueuedUpload<Given>[];
  add: (files: Iterable<File>) => void;
  /** Sends a held file with the fields entered in the meantime, or sends a failed one again. */
  release: (key: number, fields?: Readonly<Record<string, string>>) => void;
  /** Removes an upload, and aborts it if it is being sent. */
  remove: (key: number) => void;
  /** The files of an earlier visit that weren't all sent. */
  interrupted?: InterruptedUploads | undefined;
  /** Queues the files of an earlier visit that needn't be chosen again. */
  resume: () => void;
  /** Deletes the stored files of an earlier visit. */
  dismiss: () => void;
}

const none: readonly QueuedUpload<never>[] = [];

/**
 * Sends files to a call, each with its own progress and its own retry. A file that `validate` refuses isn't sent at
 * all. Uploads continue when their screen is left; failures are then reported in an alert. They end when the visitor
 * signs out.
 */
export function useUploads<const Path extends string, Schemas extends CallSchemas = CallSchemas>(options: {
  call: ResolvedCall<Path, Schemas>;
  /** The form field that takes the file. */
  field: string;
  /** The fields sent with files that are chosen from now on. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** The number of files sent at once. Default: 1. */
  atOnce?: number | undefined;
  /** True if each file waits for `release` before it is sent. */
  held?: boolean | undefined;
  /**
   * True if files that aren't sent yet are stored in the browser, so that they can be sent after a reload or a lost
   * connection.
   */
  resumable?: boolean | undefined;
  /** Returns the reason not to send a file, as far as the browser can detect it; "" if it may be sent. */
  validate: (file: File) => string;
  /**
   * Called for each file that has arrived, with the fields sent with it. The file's row is removed as soon as the
   * returned promise resolves, so that no list shows the file twice.
   */
  onDone?: ((answer: ResponseForSchemas<Schemas>, fields: QueuedUpload['fields']) => unknown) | undefined;
  /** Called once no upload is under way any more. */
  onEnd?: (() => void) | undefined;
}): UploadList<ResponseForSchemas<Schemas>> {
  const { call, field, fields = {}, atOnce = 1, held = false, resumable = false, validate, onDone, onEnd } = options;
  const navigation = useContext(NavigationContext);
  const [store] = useState(() => {
    const user = navigation?.snapshot().site.current_user.id ?? '';
    if (!resumable || user === '') return undefined;
    return createUploadStore(user, `${call.path} ${JSON.stringify(fields)} ${held}`);
  });
  const [queue] = useState(() => {
    const send: SendUpload<ResponseForSchemas<Schemas>> = (upload, onSent, signal) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
      form.set(field, upload.file);
      return sendFilesWithProgress<string, Schemas>(
        { method: 'POST', path: upload.path },
        form,
        onSent,
        signal,
        upload.idempotencyKey,
      );
    };
    const manager = new UploadQueue(send, atOnce, (all) =>
      showAlert({ title: 'Upload failed', content: formatFailedFiles(all) }, 'bad'),
    );
    askBeforeClosing(manager);
    if (navigation) clearUploadsOnUserChange(manager, navigation);
    if (store) persistUploadQueue(manager, store);
    return manager;
  });
  const [interrupted, setInterrupted] = useState<InterruptedUploads>();
  useEffect(() => {
    let isOpen = true;
    void store?.load(Date.now()).then((found) => isOpen && setInterrupted(found));
    return () => {
      isOpen = false;
    };
  }, [store]);
  const deleteInterrupted = () => {
    for (const id of interrupted?.ids ?? []) store?.delete(id);
    setInterrupted(undefined);
  };
  useLayoutEffect(() => {
    queue.listener = { onDone, onEnd };
  });
  useLayoutEffect(() => {
    queue.isSeen = true;
    return () => {
      queue.isSeen = false;
    };
  }, [queue]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, () => none);
  return {
    uploads,
    add: (files) => {
      const chosen = [...files].map((file) => ({ file, why: validate(file) }));
      queue.add(chosen, { path: call.path, fields, held });
    },
    release: queue.start,
    remove: queue.remove,
    interrupted,
    resume: () => {
      for (const { file, idempotencyKey, ...target } of interrupted?.waiting ?? [])
        queue.add([{ file, why: validate(file), idempotencyKey }], target);
      deleteInterrupted();
    },
    dismiss: deleteInterrupted,
  };
}

/**
 * Makes the browser ask before the window closes during an upload, because a file that is only partly sent would be
 * lost.
 */
function askBeforeClosing(queue: Pick<UploadQueue<CallResponse>, 'subscribe' | 'snapshot'>): void {
  const stay = (event: BeforeUnloadEvent) => event.preventDefault();
  queue.subscribe(() => {
    if (isUploading(queue.snapshot())) window.addEventListener('beforeunload', stay);
    else window.removeEventListener('beforeunload', stay);
  });
}
