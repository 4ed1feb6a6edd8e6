import type { MediaItem } from './contract.ts';

/** A file that is being uploaded to the media, as its sender sees it. */
export interface Sending {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'making' | 'done' | 'failed';
  /** How much is sent, from 0 to 1. */
  sent: number;
  /** Why it failed. */
  msg: string;
  item?: MediaItem;
}

/** Two at a time: while one is being resized, the next is on its way. */
export const AT_ONCE = 2;

/** The files to start now. */
export function toBegin(queue: readonly Sending[], atOnce = AT_ONCE): Sending[] {
  const going = queue.filter(({ state }) => state === 'sending' || state === 'making').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - going));
}

/** The state of a file, in words. */
export function stateInWords({ state, sent, msg }: Sending): string {
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return `Sending, ${Math.floor(sent * 100)} %`;
    case 'making':
      return 'Making its sizes…';
    case 'done':
      return 'Here';
    case 'failed':
      return msg;
  }
}

/** The whole queue in one sentence; "" while there is nothing to say. */
export function queueInWords(queue: readonly Sending[]): string {
  const count = (state: Sending['state']) => queue.filter((one) => one.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  if (queue.length === 0) return '';
  const not = failed === 0 ? '' : ` ${failed} could not be taken: see below.`;
  const files = queue.length === 1 ? '1 file' : `${queue.length} files`;
  return done + failed === queue.length
    ? `${done} of ${files} uploaded.${not}`
    : `Uploading: ${done} of ${files} here.${not}`;
}
