import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import type { SaveShow } from '../edit-contract.ts';
import { findOrCreatePeople, resolveCurrentIds } from '../people/server/index.ts';
import type { ResolvedRole } from '../reconcile-credits.ts';

type Sent = NonNullable<SaveShow['roles']>;

/** The maximum number of credits, which is more than the largest pageant has. */
const mostCredits = 5000;

/**
 * Resolves the submitted roles: looks up everybody in them, and creates people given by name only.
 * @throws HttpError 400 if a person doesn't exist, or if there are too many credits
 */
export async function resolveOrCreateRoles(tx: DbTransaction, roles: Sent, now: Instant): Promise<ResolvedRole[]> {
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
  if (all.length > mostCredits) refuse(400, tooMany, { roles: tooMany });
  const names = all.flatMap(({ id, name }) => (id === '' ? [name] : []));
  const { creditedTo } = await findOrCreatePeople(tx, names, now);
  const known = await resolveCurrentIds(
    tx,
    await existing(tx, [...new Set(all.flatMap(({ id }) => (id === '' ? [] : [id])))]),
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

const tooMany = `A show can have ${mostCredits.toLocaleString('en-GB')} credits at most.`;
const nobody = 'Someone in the cast or crew is no longer in the archive. Remove them and add them again.';

async function existing(tx: DbTransaction, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await runInBatches(ids, async (batch) => {
    const rows = await tx.selectFrom('person').select('id').where('id', 'in', batch).execute();
    found.push(...rows.map(({ id }) => id));
  });
  return found;
}
