/** A file on its way, as the person who sends it sees it. */
export interface QueuedUpload<Given = unknown> {
  key: number;
  file: File;
  /** The path of the call that takes it. */
  path: string;
  /** The fields sent with it. */
  fields: Readonly<Record<string, string>>;
  /** `held` until the person who chose it says that it may go. */
  state: 'held' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed';
  /** The share that is sent, from 0 to 1. */
  progress: number;
  /** The reason why it failed. */
  error: string;
  /** True if sending it again may help. */
  mayRetry: boolean;
  /** The server's response: that the file is there, or why it was refused. */
  answer?: Given;
}

/** An event of the uploads. */
export type UploadEvent<Given> =
  | { type: 'add'; uploads: readonly QueuedUpload<Given>[] }
  | { type: 'release'; key: number; fields?: Readonly<Record<string, string>> }
  | { type: 'begin'; key: number }
  | { type: 'progress'; key: number; share: number }
  | { type: 'done'; key: number; answer: Given }
  | { type: 'fail'; key: number; why: string; mayRetry: boolean; answer?: Given }
  /** None that waits may go. */
  | { type: 'refuse'; why: string }
  | { type: 'remove'; key: number }
  | { type: 'clear' };

type OfAll = 'add' | 'refuse' | 'remove' | 'clear';
type OfOne = Exclude<UploadEvent<never>['type'], OfAll>;

/** The states in which an event applies: a late event, from a request that was stopped, changes nothing. */
const happensTo: Record<OfOne, readonly QueuedUpload['state'][]> = {
  release: ['held', 'failed'],
  begin: ['waiting'],
  progress: ['sending', 'checking'],
  done: ['sending', 'checking'],
  fail: ['sending', 'checking'],
};

/** The files on their way after something happened, in the order in which they were chosen. */
export function reduceUploads<Given>(
  queue: readonly QueuedUpload<Given>[],
  event: UploadEvent<Given>,
): readonly QueuedUpload<Given>[] {
  if (event.type === 'add') {
    // Finished uploads have already been announced
    const left = isBusy(queue) ? queue : queue.filter(({ state }) => state !== 'done');
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
    one.key === event.key && happensTo[event.type].includes(one.state) ? { ...one, ...changeBy(event) } : one,
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
      };
  }
}

/** The files to begin with now. */
export function listUploadsToStart<Given>(
  queue: readonly QueuedUpload<Given>[],
  atOnce: number,
): readonly QueuedUpload<Given>[] {
  const going = queue.filter(({ state }) => state === 'sending' || state === 'checking').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - going));
}

/** Returns true if some are still to be sent automatically, or being sent. */
export const isBusy = (queue: readonly QueuedUpload[]): boolean =>
  queue.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'checking');

/** Describes a file's state in words. `checking` is the label once all of it is sent. */
export function uploadStateLabel({ state, progress: share, error: why }: QueuedUpload, checking = 'Checking…'): string {
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

/** All of it in one sentence; "" while there is nothing to say. */
export function formatUploadSummary(queue: readonly QueuedUpload[]): string {
  if (queue.length === 0) return '';
  const done = countOf(queue, 'done');
  const files = formatFileCount(queue);
  const text = isBusy(queue) ? `Uploading: ${done} of ${files} done.` : `${done} of ${files} uploaded.`;
  return `${text} ${formatFailureCount(queue)}`.trimEnd();
}

/** Says how many failed, whose rows are below; "" if none did. */
export function formatFailureCount(queue: readonly QueuedUpload[]): string {
  const failed = countOf(queue, 'failed');
  return failed === 0 ? '' : `${failed} couldn’t be uploaded: see below.`;
}

/** The same where the rows aren't to be seen. */
export function formatFailedFiles(queue: readonly QueuedUpload[]): string {
  const failed = queue.filter(({ state }) => state === 'failed');
  return failed.map(({ file, error: why }) => `“${file.name}”: ${why}`).join(' ');
}

const countOf = (queue: readonly QueuedUpload[], state: QueuedUpload['state']) =>
  queue.filter((one) => one.state === state).length;

const formatFileCount = ({ length }: readonly QueuedUpload[]) => (length === 1 ? '1 file' : `${length} files`);
