import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { maxWaitingParties } from '../party.ts';
import { type EmailContext, emailJoinedParty } from './emails.ts';
import {
  confirmParty,
  countConfirmedParties,
  findParty,
  findPartyByEmail,
  findPartyPerformances,
  recordParty,
} from './store.ts';

interface JoinRequest {
  id: Id;
  show: Id;
  name: string;
  email: string;
  size: number;
  /** The performances that would suit the party. */
  dates: readonly Id[];
}

/** Adds a party at the end of the list without sending an email. The demo uses it too. */
export const recordWaitingParty = (
  tx: DbTransaction,
  { show, dates, ...party }: JoinRequest,
  at: string,
  { confirmed_at = at }: { confirmed_at?: string | null } = {},
): Promise<void> => recordParty(tx, { ...party, show_id: show, created_at: at, confirmed_at }, dates);

/**
 * Adds an unconfirmed party at the end of the list and emails it the link that confirms it. If the address is already
 * on the show's list, its entry stays unchanged and the link is sent again.
 * @throws HttpError if the list is full
 */
export async function joinWaitingList(tx: DbTransaction, joining: JoinRequest, context: EmailContext): Promise<void> {
  const known = await findPartyByEmail(tx, joining);
  if (!known) {
    await refuseFullLine(tx, joining.show);
    await recordWaitingParty(tx, joining, context.now, { confirmed_at: null });
  }
  const party = known ?? (await findParty(tx, joining.id));
  if (party)
    await emailJoinedParty(tx, context, party, (await findPartyPerformances(tx, [party.id])).get(party.id) ?? []);
}

/**
 * Confirms a party, which keeps its position.
 * @returns false if it was confirmed before, or is no longer waiting
 * @throws HttpError if the list is full
 */
export async function confirmWaitingParty(
  tx: DbTransaction,
  party: { id: Id; show_id: Id },
  now: string,
): Promise<boolean> {
  if (!(await confirmParty(tx, party.id, now))) return false;
  await refuseFullLine(tx, party.show_id, { with: 1 });
  return true;
}

async function refuseFullLine(tx: DbTransaction, show: Id, { with: added = 0 } = {}): Promise<void> {
  if ((await countConfirmedParties(tx, show)) - added >= maxWaitingParties) refuse(409, fullMessage);
}

const fullMessage =
  'So many people are waiting for this show that nobody behind them would get tickets. Look again on the day.';
