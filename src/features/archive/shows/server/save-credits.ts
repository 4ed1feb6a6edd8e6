import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { SaveShowBody } from '../edit-contract.ts';
import { findOrCreatePeople, resolveCurrentPersonIds } from '../people/server/index.ts';
import type { CreditTable } from './tables.ts';

type Sent = NonNullable<SaveShowBody['roles']>;

/** The maximum number of credits, which is more than the largest pageant has. */
const maxCredits = 5000;

/**
 * Resolves the submitted roles: looks up everybody in them, and creates people given by name only. Of several people
 * with the name, somebody who is in the show already is meant.
 * @throws HttpError 400 if a person doesn't exist, or if there are too many credits
 */
export async function findOrCreateRolePeople(
  tx: DbTransaction,
  roles: Sent,
  { showId, now }: { showId: Id; now: Instant },
): Promise<ResolvedRole[]> {
  const sent = roles.map(({ members, role, cast_or_crew, orderVal }) => ({
    kind: cast_or_crew,
    role: cleanLine(role),
    ord: orderVal,
    people: members
      .map((member) => (typeof member === 'string' ? { id: member } : member))
      .map((member) => ({ credit: '', ...member, id: member.id ?? '', name: cleanLine(member.name ?? '') }))
      .filter(({ id, name }) => id !== '' || name !== ''),
  }));
  const all = sent.flatMap(({ people }) => people);
  if (all.length > maxCredits) refuse(400, tooMany, { roles: tooMany });
  const names = all.flatMap(({ id, name }) => (id === '' ? [name] : []));
  const { creditedTo } = await findOrCreatePeople(tx, names, now, { showId });
  const known = await resolveCurrentPersonIds(
    tx,
    await listExistingPersonIds(tx, [...new Set(all.flatMap(({ id }) => (id === '' ? [] : [id])))]),
  );

  const found = ({ id, name }: (typeof all)[number]) => {
    if (id === '') return creditedTo(name);
    const current = known.get(id);
    if (current === undefined) return refuse(400, nobody, { roles: nobody });
    return { person_id: current, merged_from: current === id ? null : id, printed_as: undefined };
  };
  return sent.map(({ people, ...role }) => ({
    ...role,
    people: people.map((person) => {
      const { printed_as, ...who } = found(person);
      const printed = person.as === undefined ? printed_as : cleanLine(person.as);
      return { ...who, credit: person.credit ?? '', printed_as: printed };
    }),
  }));
}

const tooMany = `A show can have ${maxCredits.toLocaleString('en-GB')} credits at most.`;
const nobody = 'Someone in the cast or crew is no longer in the archive. Remove them and add them again.';

async function listExistingPersonIds(tx: DbTransaction, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await runInBatches(ids, async (batch) => {
    const rows = await tx.selectFrom('person').select('id').where('id', 'in', batch).execute();
    found.push(...rows.map(({ id }) => id));
  });
  return found;
}

/** A show's credit as stored in the database. */
export type StoredCredit = Omit<CreditTable, 'show_id'>;

/** A person of a submitted role, already looked up. */
export interface ResolvedPerson {
  /** The id of the show's existing credit; "" if the request doesn't give one. */
  credit: string;
  person_id: string;
  merged_from: string | null;
  /** The name as printed; undefined leaves it unchanged. */
  printed_as: string | undefined;
}

export interface ResolvedRole {
  kind: 'cast' | 'crew';
  role: string;
  ord: number;
  people: readonly ResolvedPerson[];
}

/**
 * Returns a show's credits after a save. A credit keeps its id and printed name when its role is renamed or moved. A
 * person has each role once, plus once for each person merged into them (needed to undo a merge). New credits have no
 * id. New credits and credits whose role has changed are attributed to `by`.
 */
export function reconcileCredits(
  current: readonly StoredCredit[],
  roles: readonly ResolvedRole[],
  by: string,
): (StoredCredit | Omit<StoredCredit, 'id'>)[] {
  const before = current.map((credit) => ({
    ...credit,
    credit: credit.id,
    part: foldText(credit.role),
    stored: credit,
  }));
  const wanted = roles.flatMap(({ people, ...role }) => {
    const part = foldText(role.role);
    return people.map((person) => ({ ...role, part, credit: person.credit, person_id: person.person_id, person }));
  });
  const found = new Map<(typeof wanted)[number], StoredCredit>();
  const claimed = new Set<StoredCredit>();
  // Credits are indexed by key, so that the time is proportional to their number
  const claim = (keyOf: (one: Pick<(typeof wanted)[number], 'kind' | 'part' | 'credit'>) => string) => {
    if (claimed.size === before.length) return;
    const key = (one: (typeof wanted)[number] | (typeof before)[number]) => `${one.person_id} ${keyOf(one)}`;
    const free = Map.groupBy(before.filter((one) => !claimed.has(one.stored)).toReversed(), key);
    for (const want of wanted) {
      if (found.has(want)) continue;
      const theirs = free.get(key(want))?.pop()?.stored;
      if (!theirs) continue;
      found.set(want, theirs);
      claimed.add(theirs);
    }
  };
  claim(({ credit }) => credit);
  claim(({ kind, part }) => `${kind} ${part}`);
  claim(({ kind }) => kind);
  claim(() => '');

  const partOf = ({ kind, ord, role, person_id }: (typeof wanted)[number]) => `${kind} ${ord} ${role} ${person_id}`;
  const seen = new Set<string>();
  const have = new Set([...found.keys()].map(partOf));
  const shared = new Map<string, number>();
  return wanted.flatMap((want): (StoredCredit | Omit<StoredCredit, 'id'>)[] => {
    const { kind, role, ord, person } = want;
    const { person_id, merged_from, printed_as } = person;
    const theirs = found.get(want);
    if (!theirs && have.has(partOf(want))) return [];
    const key = `${partOf(want)} ${theirs?.merged_from ?? ''}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const part = `${kind} ${ord} ${role}`;
    const place = shared.get(part) ?? 0;
    shared.set(part, place + 1);
    if (theirs) {
      const set_by = theirs.kind === kind && foldText(theirs.role) === want.part ? theirs.set_by : by;
      return [{ ...theirs, kind, role, ord, place, printed_as: printed_as ?? theirs.printed_as, set_by }];
    }
    return [{ person_id, merged_from, kind, role, ord, place, printed_as: printed_as ?? '', set_by: by }];
  });
}
