import type { DbReader } from '#platform/server/database/index.ts';
import type { NewCredit, NewShow } from '../../../fields.ts';
import { fromFactColumns } from '../../../server/store.ts';

/**
 * Lists every show with its credits in the form that the import reads, by first performance and title; credits in
 * billing order. For people whose credits show only their present name, the list has no other name, because the file
 * may be passed on without their credit style.
 */
export async function listShowsForExport(db: DbReader): Promise<NewShow[]> {
  const shows = await db
    .selectFrom('show')
    .selectAll()
    .orderBy('first_date')
    .orderBy('title_key')
    .orderBy('company')
    .orderBy('import_key')
    .orderBy('id')
    .execute();
  const credits = await db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select([
      'credit.show_id',
      'credit.kind',
      'credit.role',
      'credit.ord',
      'credit.printed_as',
      'person.name',
      'person.credit_style',
    ])
    .orderBy('credit.ord')
    .orderBy('credit.role')
    .orderBy('credit.place')
    .orderBy('person.name_key')
    .orderBy('credit.printed_as')
    .orderBy('credit.id')
    .execute();
  const byShow = new Map<string, NewCredit[]>(shows.map((show) => [show.id, []]));
  for (const { show_id, kind, role, ord, printed_as, name, credit_style } of credits) {
    const as = credit_style === 'new_only' ? '' : printed_as;
    byShow.get(show_id)?.push({ person: name, as, kind, role, order: ord });
  }
  return shows.map(({ id, title_key: _, created_at: __, updated_at: ___, archived_at, revived_by: ____, ...show }) => ({
    ...show,
    archived: archived_at !== null,
    ...fromFactColumns(show),
    credits: byShow.get(id) ?? [],
  }));
}
