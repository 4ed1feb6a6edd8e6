import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { longestLine } from '../party.ts';
import { type Doing, tellJoined } from './letters.ts';
import { changeParty, countParties, findParty, partyWishing, recordParty, wishOf } from './store.ts';

export interface Joining {
  id: Id;
  show: Id;
  name: string;
  email: string;
  size: number;
  /** The performances that would do. */
  dates: readonly Id[];
}

/** Puts a party at the end of the line, without a letter: as the demo does. */
export const recordWaiting = (tx: Writing, { show, dates, ...party }: Joining, at: string): Promise<void> =>
  recordParty(tx, { ...party, show_id: show, created_at: at }, dates);

/**
 * Puts a party at the end of the line. The same address with the same dates changes the existing entry, which keeps its
 * place; an entry with an offer stays as it is. Only a letter to that address says which it was.
 * @throws Refusal where the line is at its longest
 */
export async function join(tx: Writing, joining: Joining, doing: Doing): Promise<void> {
  const { name, email, size, dates } = joining;
  const same = await partyWishing(tx, wishOf(email, dates));
  if (same) {
    const isNews = same.size !== size || same.name !== name;
    if (isNews && (await changeParty(tx, same.id, { name, size })))
      await tellJoined(tx, doing, { ...same, size }, dates);
    return;
  }
  if ((await countParties(tx, joining.show)) >= longestLine) refuse(409, full);
  await recordWaiting(tx, joining, doing.now);
  const party = await findParty(tx, joining.id);
  if (party) await tellJoined(tx, doing, party, dates);
}

const full = 'So many wait for this show already that nobody behind them gets in. Look again on the day.';
