import { isActiveAccountSql, mayUse, usersView } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { FreshResponse } from '#platform/server/http/response/response-cache.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { listTableKeys, parseTableQuery } from '#platform/shared/tables/table.ts';
import type { EditPersonContent, PeopleContent } from '../contract.ts';
import { peopleTable } from '../people-table.ts';
import { listMergedPeople, listPersonCredits } from './edit.ts';
import { addUserNames, listMatchingPeople, loadPairsMarkedDifferent, loadPeoplePage } from './list.ts';
import { findOtherPrintedName } from './own-credits.ts';
import { loadPeopleIndex } from './people-index.ts';
import { mayChangeCreditStyle } from './person-routes.ts';
import { findMergeTarget, findPerson, listPeopleShownByNewName } from './store.ts';
import { findLinkedUser } from './user-persons.ts';

const access = mayUse('admin');

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Registers the pages that manage people: their names, their credits and their linked user. */
export function registerPeoplePages({ page, resource }: Platform): void {
  page(
    '/members/admin/people',
    { type: 'people', access, query: listTableKeys(peopleTable) },
    (visit): Promise<PeopleContent> => loadPeoplePage(visit),
  );

  page('/members/admin/people/:id', { type: 'edit_person', access, load: personOf }, buildEditPersonPage);
  resource('/members/admin/people.csv', { access, query: listTableKeys(peopleTable) }, exportPeople);
}

async function buildEditPersonPage(visit: PageRequest<Person>): Promise<EditPersonContent> {
  const { db, subject: person } = visit;
  const { id, name, credit_style, credit_style_by } = person;
  const current = await findMergeTarget(db, id);
  const user = await findLinkedUser(db, id);
  const index = await loadPeopleIndex(visit);
  const apart = await loadPairsMarkedDifferent(db);
  return {
    type: 'edit_person',
    title: name,
    person: {
      ...{ id, name, credit_style, credit_style_by },
      can_change_style: mayChangeCreditStyle(person, visit.visitor),
    },
    old_name: await findOtherPrintedName(db, person),
    kept: current ? { id: current.id, name: current.name } : null,
    merged: await listMergedPeople(db, id),
    user: user ? { name: `${user.firstname} ${user.lastname}`.trim(), email: user.email } : null,
    members: user || current ? [] : await listMembers(db),
    credits: (await listPersonCredits(db, id)).map(({ date_precision, ...credit }) => ({
      ...credit,
      date: formatDate(credit.date, date_precision),
    })),
    near: index
      .findSimilar(name)
      .filter((other) => other.id !== id && other.id !== current?.id && !apart.has(id, other.id)),
  };
}

async function exportPeople(visit: PageRequest): Promise<FreshResponse> {
  const people = await addUserNames(visit, await listMatchingPeople(visit, parseTableQuery(peopleTable, visit.query)));
  // An exported file may be passed on, so people whose credits show only their present name appear in the file only
  // with that name
  const newOnly = await listPeopleShownByNewName(visit.db);
  const rows = people.map(({ id, name, also, shows, user }) => [
    ...[name, newOnly.has(id) ? '' : also.join('; '), `${shows}`, user],
  ]);
  return createCsvResponse('people.csv', [['name', 'also known as', 'shows', 'member'], ...rows]);
}

/** Lists everybody with an active account, by last name. */
async function listMembers(db: DbReader): Promise<EditPersonContent['members']> {
  const users = await usersView(db)
    .where(isActiveAccountSql)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  return users.map(({ id, firstname, lastname, email }) => ({ id, name: `${firstname} ${lastname}`.trim(), email }));
}

const personOf = ({ db, params }: PageRequest) => findPerson(db, params.id ?? '');
