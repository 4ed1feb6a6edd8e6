import type { RefusedNote, SentNote } from '../contract.ts';
import { maxCheckInsPerRequest } from '../limits.ts';
import { toSentNotes } from '../pending-check-ins.ts';
import { deletePendingNotes, loadAllPendingNotes } from './device-storage.ts';

/** Sends notes of one performance; code 0 if the site couldn't be reached. */
type SendNotes = (
  performance: string,
  notes: SentNote[],
) => Promise<{ code: number; msg: string; refused?: readonly RefusedNote[] }>;

/**
 * Sends all notes of a user that wait on this device, for any performance. A note that is sent twice is stored once.
 * One that the site refuses stays.
 * @returns how many were sent, and the site's reason for each performance whose notes it refused
 */
export async function sendAllPendingNotes(
  user: string,
  { send, now }: { send: SendNotes; now: number },
): Promise<{ sent: number; refused: Map<string, string> }> {
  let sent = 0;
  const refused = new Map<string, string>();
  for (const [performance, notes] of loadAllPendingNotes(user)) {
    for (let start = 0; start < notes.length; start += maxCheckInsPerRequest) {
      const some = notes.slice(start, start + maxCheckInsPerRequest);
      const { code, msg, refused: unreadable = [] } = await send(performance, toSentNotes(some, now));
      if (code === 0) return { sent, refused };
      if (code !== 200) {
        refused.set(performance, msg);
        break;
      }
      if (unreadable[0]) refused.set(performance, unreadable[0].msg);
      const stored = some.filter(({ id }) => !unreadable.some((one) => one.id === id));
      deletePendingNotes(user, performance, stored);
      sent += stored.length;
    }
  }
  return { sent, refused };
}
