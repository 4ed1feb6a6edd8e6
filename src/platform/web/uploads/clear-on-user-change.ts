import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { UploadManager } from './uploads.ts';

/** The source of the present visitor. */
interface Visited {
  snapshot: () => { site: { current_user: { id: string } } };
  subscribe: (listener: () => void) => () => void;
}

/** Empties a queue once the visitor isn't the one any more who chose its files, which only that person may send. */
export function clearOnUserChange<Given extends CallResponse>(
  queue: Pick<UploadManager<Given>, 'subscribe' | 'snapshot' | 'clear'>,
  { snapshot, subscribe }: Visited,
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
