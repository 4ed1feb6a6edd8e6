import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { createIdempotencyKey } from '../calls/create-idempotency-key.ts';

/** An upload in the queue, and its state. */
export interface QueuedUpload<Given = unknown> {
  key: number;
  file: File;
  /** The path of the call that receives the file. */
  path: string;
  /**
   * Tells the server that the file is sent again, so that it isn't stored twice if a response was lost. Stays the same
   * until the server responds that the file has already arrived with other fields.
   */
  idempotencyKey: string;
  /** The fields sent with the file. */
  fields: Readonly<Record<string, string>>;
  /** `held` until the person who chose the file releases it. */
  state: 'held' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed';
  /** The part of the file that has been sent, from 0 to 1. */
  progress: number;
  /** The reason why the upload failed. */
  error: string;
  /** True if sending the file again may help. */
  mayRetry: boolean;
  /** The server's response, which says that the file has arrived or why it was refused. */
  answer?: Given;
}

/** A file that hasn't been sent yet, with what a queue needs to send it. */
export type UnsentUpload = Pick<QueuedUpload, 'file' | 'path' | 'fields' | 'idempotencyKey'> & { held: boolean };

export type UploadEvent<Given> =
  | { type: 'add'; uploads: readonly QueuedUpload<Given>[] }
  | { type: 'release'; key: number; fields?: Readonly<Record<string, string>> }
  | { type: 'begin'; key: number }
  | { type: 'progress'; key: number; share: number }
  | { type: 'done'; key: number; answer: Given }
  | { type: 'fail'; key: number; why: string; mayRetry: boolean; answer?: Given; newIdempotencyKey?: string }
  /** All waiting files fail. */
  | { type: 'refuse'; why: string }
  | { type: 'remove'; key: number }
  | { type: 'clear' };

type OfAll = 'add' | 'refuse' | 'remove' | 'clear';
type OfOne = Exclude<UploadEvent<never>['type'], OfAll>;

/** The states in which an event applies. A late event, from an aborted request, changes nothing. */
const applicableStates: Record<OfOne, readonly QueuedUpload['state'][]> = {
  release: ['held', 'failed'],
  begin: ['waiting'],
  progress: ['sending', 'checking'],
  done: ['sending', 'checking'],
  fail: ['sending', 'checking'],
};

/** Returns the queue after an event, in the order in which the files were chosen. */
export function reduceUploads<Given>(
  queue: readonly QueuedUpload<Given>[],
  event: UploadEvent<Given>,
): readonly QueuedUpload<Given>[] {
  if (event.type === 'add') {
    // If no upload is in progress, the finished ones are dropped: they have been announced, and must not be counted
    // again
    const left = isUploading(queue) ? queue : queue.filter(({ state }) => state !== 'done');
    return [...left, ...event.uploads];
  }
  if (event.type === 'clear') return [];
  if (event.type === 'refuse') {
    const { why } = event;
    return queue.map((one) =>
      one.state === 'waiting' ? { ...one, state: 'failed', error: why, mayRetry: true } : one,
    );
  }
  if (event.type === 'remove') return queue.filter(({ key }) => key !== event.key);
  return queue.map((one) =>
    one.key === event.key && applicableStates[event.type].includes(one.state) ? { ...one, ...changeBy(event) } : one,
  );
}

function changeBy<Given>(event: Exclude<UploadEvent<Given>, { type: OfAll }>): Partial<QueuedUpload<Given>> {
  switch (event.type) {
    case 'release':
      return { state: 'waiting', progress: 0, error: '', ...(event.fields ? { fields: event.fields } : {}) };
    case 'begin':
      return { state: 'sending' };
    case 'progress':
      return { state: event.share < 1 ? 'sending' : 'checking', progress: event.share };
    case 'done':
      return { state: 'done', answer: event.answer };
    case 'fail':
      return {
        ...{ state: 'failed', error: event.why, mayRetry: event.mayRetry },
        ...(event.answer ? { answer: event.answer } : {}),
        ...(event.newIdempotencyKey ? { idempotencyKey: event.newIdempotencyKey } : {}),
      };
  }
}

/** Returns the waiting files to send now, so that at most `atOnce` files are sent at once. */
export function listUploadsToStart<Given>(
  queue: readonly QueuedUpload<Given>[],
  atOnce: number,
): readonly QueuedUpload<Given>[] {
  const going = queue.filter(({ state }) => state === 'sending' || state === 'checking').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - going));
}

/** Returns true if any uploads are being sent or will be sent automatically. */
export const isUploading = (queue: readonly QueuedUpload[]): boolean =>
  queue.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'checking');

/** Describes a file's state. `checking` is the label once the whole file is sent. */
export function formatUploadState(
  { state, progress: share, error: why }: QueuedUpload,
  checking = 'Checking…',
): string {
  switch (state) {
    case 'held':
      return '';
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return share === 0 ? 'Waiting' : `${Math.floor(share * 100)}% uploaded`;
    case 'checking':
      return checking;
    case 'done':
      return 'Uploaded';
    case 'failed':
      return why;
  }
}

/** Describes the whole queue; "" if it is empty. */
export function formatUploadSummary(queue: readonly QueuedUpload[]): string {
  if (queue.length === 0) return '';
  const done = countOf(queue, 'done');
  const files = formatFileCount(queue);
  const text = isUploading(queue) ? `Uploading: ${done} of ${files} done.` : `${done} of ${files} uploaded.`;
  return `${text} ${formatFailureCount(queue)}`.trimEnd();
}

/** Says how many uploads failed; their rows are shown below. Returns "" if none failed. */
export function formatFailureCount(queue: readonly QueuedUpload[]): string {
  const failed = countOf(queue, 'failed');
  return failed === 0 ? '' : `${failed} couldn’t be uploaded: see below.`;
}

/** Names the failed files and the reasons, for places where their rows aren't visible. */
export function formatFailedFiles(queue: readonly QueuedUpload[]): string {
  const failed = queue.filter(({ state }) => state === 'failed');
  return failed.map(({ file, error: why }) => `“${file.name}”: ${why}`).join(' ');
}

const countOf = (queue: readonly QueuedUpload[], state: QueuedUpload['state']) =>
  queue.filter((one) => one.state === state).length;

const formatFileCount = ({ length }: readonly QueuedUpload[]) => (length === 1 ? '1 file' : `${length} files`);

/** Sends one file and reports how much of it is sent. Never rejects. */
export type SendUpload<Given> = (
  upload: QueuedUpload<Given>,
  onSent: (share: number) => void,
  signal: AbortSignal,
) => Promise<Given>;

/** The callbacks of the screen whose files are sent. */
export interface UploadListener<Given> {
  /**
   * Called for each file that has arrived, with the fields sent with it. The file counts as in progress until the
   * returned promise resolves.
   */
  onDone?: ((answer: Given, fields: QueuedUpload['fields']) => unknown) | undefined;
  /** Called once no upload is under way any more. */
  onEnd?: (() => void) | undefined;
}

/** Returns true if the file is too large or of the wrong type, so that it would be refused again. */
const isFinal = ({ code }: CallResponse) => code === 413 || code === 415;

let keys = 0;

/** Sends queued files, and continues while the person who chose them visits other pages. */
export class UploadQueue<Given extends CallResponse> {
  listener: UploadListener<Given> = {};
  /** True if the queue's screen is open and can report failures. */
  isSeen = false;
  #queue: readonly QueuedUpload<Given>[] = [];
  readonly #send: SendUpload<Given>;
  readonly #atOnce: number;
  readonly #onUnseenFailure: (queue: readonly QueuedUpload<Given>[]) => void;
  #failedUnseen = false;
  readonly #stops = new Map<number, AbortController>();
  readonly #subscribers = new Set<() => void>();

  /**
   * `onUnseenFailure` is called once no upload is in progress, if uploads have failed while their screen wasn't open.
   */
  constructor(
    send: SendUpload<Given>,
    atOnce: number,
    onUnseenFailure: (queue: readonly QueuedUpload<Given>[]) => void,
  ) {
    this.#send = send;
    this.#atOnce = atOnce;
    this.#onUnseenFailure = onUnseenFailure;
  }

  readonly snapshot = () => this.#queue;

  readonly subscribe = (subscriber: () => void) => {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  };

  /**
   * Adds files. If `why` gives a reason not to send a file, the file is added as failed. A file of an earlier visit has
   * its idempotency key already.
   */
  add(
    chosen: readonly { file: File; why: string; idempotencyKey?: string }[],
    { path, fields, held }: Pick<QueuedUpload, 'path' | 'fields'> & { held: boolean },
  ): void {
    const uploads = chosen.map(({ file, why, idempotencyKey = createIdempotencyKey() }): QueuedUpload<Given> => {
      keys += 1;
      const state = why !== '' ? 'failed' : held ? 'held' : 'waiting';
      return { key: keys, file, path, idempotencyKey, fields, state, progress: 0, error: why, mayRetry: false };
    });
    this.#happen({ type: 'add', uploads });
  }

  /** Sends a held file, or sends a failed one again. */
  readonly start = (key: number, fields?: QueuedUpload['fields']): void =>
    this.#happen({ type: 'release', key, ...(fields ? { fields } : {}) });

  /** Removes an upload, and aborts it if it is being sent. */
  readonly remove = (key: number): void => {
    this.#stops.get(key)?.abort();
    this.#happen({ type: 'remove', key });
  };

  /** Aborts and removes all uploads, without a message, because the person who chose the files has signed out. */
  readonly clear = (): void => {
    for (const stop of this.#stops.values()) stop.abort();
    this.#failedUnseen = false;
    this.#happen({ type: 'clear' });
  };

  #happen(event: UploadEvent<Given>): void {
    const wasBusy = isUploading(this.#queue);
    this.#queue = reduceUploads(this.#queue, event);
    for (const upload of listUploadsToStart(this.#queue, this.#atOnce)) {
      this.#queue = reduceUploads(this.#queue, { type: 'begin', key: upload.key });
      void this.#sendOne(upload);
    }
    for (const subscriber of this.#subscribers) subscriber();
    if (event.type !== 'clear' && wasBusy && !isUploading(this.#queue)) this.#end();
  }

  #end(): void {
    this.listener.onEnd?.();
    if (this.#failedUnseen) this.#onUnseenFailure(this.#queue);
    this.#failedUnseen = false;
  }

  async #tellDone(answer: Given, fields: QueuedUpload['fields']): Promise<void> {
    await this.listener.onDone?.(answer, fields);
  }

  async #sendOne(upload: QueuedUpload<Given>): Promise<void> {
    const { key, fields } = upload;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    const answer = await this.#send(upload, (share) => this.#happen({ type: 'progress', key, share }), stop.signal);
    const isDone = answer.code === 200;
    // If `onDone` fails, for example to refresh a list, the error is only logged, because the file has arrived
    if (isDone && !stop.signal.aborted) await this.#tellDone(answer, fields).catch(console.error);
    this.#stops.delete(key);
    if (!isDone && !this.isSeen && !stop.signal.aborted) this.#failedUnseen = true;
    if (isDone) this.#happen({ type: 'done', key, answer });
    else {
      // If the user has declined to authenticate, they aren't asked again for the waiting files
      if (answer.needs !== undefined) this.#happen({ type: 'refuse', why: answer.msg });
      const failure = { key, why: answer.msg, mayRetry: !isFinal(answer), answer };
      // The file was sent before with other fields. The user has been told, so a retry is intended and gets a new key
      this.#happen({
        type: 'fail',
        ...failure,
        ...(answer.code === 422 ? { newIdempotencyKey: createIdempotencyKey() } : {}),
      });
    }
  }
}
