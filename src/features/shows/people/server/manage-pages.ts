import { accountIsOpen, mayUse, usersView } from '#features/accounts/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { csvAnswer } from '#platform/server/http/csv-response.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { dateInWords } from '#platform/shared/dates.ts';
import { readTable, tableKeys } from '#platform/shared/table.ts';
import type { EditPerson, People } from '../contract.ts';
import { peopleTable } from '../table.ts';
import { differentPeople } from './different-people.ts';
import { creditsOfPerson, mergedInto } from './edit.ts';
import { peopleAt } from './find.ts';
import { peopleFound, peoplePage, withUsers } from './list.ts';
import { printedOtherwise } from './own-credits.ts';
import { currentPerson, findPerson, shownByNewNameOnly } from './store.ts';
import { userOfPerson } from './user-persons.ts';

const access = mayUse('admin');

/** Where people are managed: their names, which credits are theirs, and who signs in as them. */
export function peoplePages({ page, resource }: Platform): void {
  page(
    '/members/admin/people',
    { type: 'people', access, query: tableKeys(peopleTable) },
    (visit): Promise<People> => peoplePage(visit),
  );

  page(
    '/members/admin/people/:id',
    { type: 'edit_person', access, load: personOf },
    async (visit): Promise<EditPerson> => {
      const { db, subject: person } = visit;
      const { id, name, credit_style, credit_style_by } = person;
      const current = await currentPerson(db, id);
      const user = await userOfPerson(db, id);
      const index = await peopleAt(visit);
      const apart = await differentPeople(db);
      return {
        type: 'edit_person',
        title: name,
        person: { id, name, credit_style, credit_style_by },
        old_name: await printedOtherwise(db, person),
        kept: current ? { id: current.id, name: current.name } : null,
        merged: await mergedInto(db, id),
        user: user ? { name: `${user.firstname} ${user.lastname}`.trim(), email: user.email } : null,
        members: user || current ? [] : await listMembers(db),
        credits: (await creditsOfPerson(db, id)).map(({ date_precision, ...credit }) => ({
          ...credit,
          date: dateInWords(credit.date, date_precision),
        })),
        near: index
          .nearTo(name)
          .filter((other) => other.id !== id && other.id !== current?.id && !apart.has(id, other.id)),
      };
    },
  );

  resource('/members/admin/people.csv', { access, query: tableKeys(peopleTable) }, async (visit) => {
    const people = await withUsers(visit, await peopleFound(visit, readTable(peopleTable, visit.query)));
    // A file is passed on, so it has only the present name of people who chose that
    const newOnly = await shownByNewNameOnly(visit.db);
    const rows = people.map(({ id, name, also, shows, user }) => [
      ...[name, newOnly.has(id) ? '' : also.join('; '), `${shows}`, user],
    ]);
    return csvAnswer('people.csv', [['name', 'also known as', 'shows', 'member'], ...rows]);
  });
}

/** Everybody with an open account, by last name. */
async function listMembers(db: Reading): Promise<EditPerson['members']> {
  const users = await usersView(db)
    .where(accountIsOpen)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  return users.map(({ id, firstname, lastname, email }) => ({ id, name: `${firstname} ${lastname}`.trim(), email }));
}

const personOf = ({ db, params }: PageRequest) => findPerson(db, params.id ?? '');
