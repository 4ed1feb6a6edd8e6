import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { type AddShowMemberBody, type AddShowMemberContent, addShowMember } from '../edit-contract.ts';
import { incrementShowVersions } from '../people/server/index.ts';
import { guardDirectingCredit } from './credited-users.ts';
import { findPlaceInBilling } from './edit-credit.ts';
import { loadShowFieldSuggestions } from './manage-routes.ts';
import { findOrCreateRolePeople } from './save-credits.ts';
import { findShowEvenIfArchived, listShowsForManagers } from './store.ts';

const access = mayUse('admin');

/** Registers the page and the call that add one person to one show without opening the show's editor. */
export function registerAddShowMemberRoutes({ page, call, db }: RouteRegistry): void {
  page('/members/admin/add-show-member', { type: 'add_show_member', access }, buildAddShowMemberPage);
  call(addShowMember, { access }, addOneMember(db));
}

const buildAddShowMemberPage = async (visit: PageRequest): Promise<AddShowMemberContent> => ({
  type: 'add_show_member',
  title: 'Add Show Member',
  shows: (await listShowsForManagers(visit.db)).map(({ id, title, date, date_precision }) => ({
    id,
    title,
    date,
    date_precision,
  })),
  roles: (await loadShowFieldSuggestions(visit.db)).roles,
});

const addOneMember =
  (db: Database): CallHandler<typeof addShowMember> =>
  async (request) => {
    const { body, now, visitor } = request;
    guardDirectingCredit(visitor, { kind: body.cast_or_crew, role: cleanLine(body.role) });
    const show = (await findShowEvenIfArchived(db.read, body.show)) ?? refuse(400, gone, { show: gone });
    const entry = { ...createAuditContext(request), subject: show.id };
    const credit = newId();
    const name = await write(db, async (tx) => {
      const added = await addMember(tx, { ...body, credit, now, by: visitor.id });
      if (!added) return refuse(409, there);
      const detail = `${show.title}: ${body.role}, ${added}`;
      await recordAudit(tx, { ...entry, action: 'show.member_added', detail });
      return added;
    });
    return ok(`Added ${name} to ${show.title} as ${body.role}.`);
  };

const gone = 'That show no longer exists. Choose another.';
const there = 'This person already has that role in this show.';

/** Adds a person and returns their name; undefined if they have this role already. */
async function addMember(
  tx: DbTransaction,
  member: AddShowMemberBody & { credit: Id; now: Instant; by: Id },
): Promise<string | undefined> {
  const { show, cast_or_crew: kind, credit: id, now, by } = member;
  const role = cleanLine(member.role);
  const person = { id: member.person, name: member.name };
  const roles = [{ role, cast_or_crew: kind, orderVal: 0, members: [person] }];
  const [wanted] = await findOrCreateRolePeople(tx, roles, { showId: show, now });
  const who = wanted?.people[0] ?? refuse(400, nobody, { name: nobody });
  const { same, billing } = await findPlaceInBilling(tx, { showId: show, kind, role });
  if (same.some((other) => other.person_id === who.person_id)) return undefined;
  const { person_id, merged_from, printed_as = '' } = who;
  const row = { id, show_id: show, person_id, merged_from, printed_as, kind, ...billing, set_by: by };
  await tx.insertInto('credit').values(row).execute();
  await incrementShowVersions(tx, [show], { now, by });
  const { name } = await tx.selectFrom('person').select('name').where('id', '=', person_id).executeTakeFirstOrThrow();
  return printed_as || name;
}

const nobody = 'Choose or enter a name.';
