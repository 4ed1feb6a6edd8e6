import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { createIdempotencyKey } from '../calls/create-idempotency-key.ts';
import { isUploading, listUploadsToStart, type QueuedUpload, reduceUploads, type UploadEvent } from './upload-queue.ts';

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
export class UploadManager<Given extends CallResponse> {
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

  /** `onUnseenFailure` is called at the end if uploads failed after the user left their screen. */
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
    // If the lists can't be refreshed, the error is only logged, because the file has arrived
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
