import { setImmediate } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { openDatabase, type Visibility, write } from '#platform/server/database/index.ts';
import { buildRouteUrl, loadRouteCases } from '#tests/support/routes/route-cases.ts';
import { createRouteSubjects } from '#tests/support/routes/route-subjects.ts';
import { onSite, type SiteTestContext, startTestSite } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { visibilityDeclarations } from '#tests/support/society/contributions.ts';
import { migrations } from './migrations/index.ts';
import { listTableNames } from './platform/server/database/core/rows.ts';

// Pages for visitors who aren't signed in are cached until a table that they show changes (docs/decisions/0128).

const visibility = new Map(visibilityDeclarations);
const visibilityOf = (table: string) =>
  (visibility.get(table) ?? visibility.get(`${table}_with_deleted`))?.rows ?? 'public';
/** The pages and resources that show availability, so they may read tables with the visibility `sales`. */
const showsSales = new Set(['/tickets', '/tickets/:id', '/tickets/left.json', '/tickets/waiting/:id']);

onEachEngine(
  'every table’s visibility is declared by exactly one feature',
  async ({ db }) => {
    expect(visibilityDeclarations.map(([table]) => table).sort()).toEqual(
      (await listTableNames(db.read, db.engine)).sort(),
    );
  },
  ['sqlite'],
);

onEachEngine(
  'a cascade from a private table changes no row that a cached page shows',
  async ({ place }) => {
    const file = new BetterSqlite(place.file, { readonly: true });
    onTestFinished(() => void file.close());
    const references = file
      .prepare<[], { child: string; column: string; parent: string; on_delete: string }>(
        `select child.name as child, "from" as "column", key."table" as parent, on_delete
         from sqlite_master child, pragma_foreign_key_list(child.name) key where child.type = 'table'`,
      )
      .all();
    expect(references.length).toBeGreaterThan(20);
    const unseen = references.filter(({ child, column, parent, on_delete }) => {
      // Orders are anonymised; only undoing an import deletes orders, together with their tickets
      if (on_delete === 'NO ACTION' || visibilityOf(parent) !== 'private' || parent === 'ticket_order') return false;
      const set = on_delete === 'SET NULL' ? visibility.get(child)?.columns[column] : undefined;
      return (set ?? visibilityOf(child)) !== 'private';
    });
    expect(unseen).toEqual([]);
  },
  ['sqlite'],
);

/**
 * Creates a small society, and returns a function that reads all of its cached pages and resources, each time from a
 * newly started site.
 */
async function createCachedPageReader(on: SiteTestContext) {
  const { ids } = await createRouteSubjects(on);
  // The new performance sells numbered seats, and each ticket type has fewer tickets than there are seats
  await on.a.performance({ show_id: ids.show, starts_at: '2026-11-29T19:30:00.000Z' });
  const review = 'https://reviews.example/hamlet';
  await write(on.db, async (tx) => {
    await tx.updateTable('performance').set({ sells_seats: 1 }).where('id', '!=', ids.performance).execute();
    await tx.updateTable('ticket_type').set({ most: 20 }).execute();
    await tx.updateTable('show').set({ noda_review: review }).where('id', '=', ids.show).execute();
    const html = '<div class="content"><p>A fine evening.</p></div>';
    await tx
      .insertInto('review')
      .values({ url: review, html, practice: 0, fetched_at: '2026-11-21T09:00:00.000Z' })
      .execute();
    await tx
      .insertInto('show_media')
      .values({ show_id: ids.show, media_id: ids.media, ord: 1, caption: 'Act one', featured: 1 })
      .execute();
  });
  const cases = await loadRouteCases();
  /** Returns the response of each cached path on a newly started site, and the tables that were read for it. */
  return async () => {
    let statements: string[] = [];
    const onQuery = ({ sql }: { sql: string }) => void statements.push(sql);
    const db = await openDatabase({ ...on.place, onQuery }, migrations);
    onTestFinished(() => db.close());
    const app = await startTestSite(on, db);
    const read = new Map<string, { tables: string[]; body: string }>();
    const lines = cases.toSorted((one, other) => showsSalesAt(one.route) - showsSalesAt(other.route));
    for (const { route, line } of lines) {
      const declared = app.routes.find(({ method, path }) => route === `${method} ${path}`);
      if (declared?.method !== 'GET' || line.signedOut !== 200) continue;
      await setImmediate();
      const url = buildRouteUrl(declared, line, ids, app.routes);
      const requestPage = async () => {
        statements = [];
        return app.fastify.inject({ method: 'GET', url, headers: { host: 'players.example' } });
      };
      const { body } = await requestPage();
      const tables = statements.flatMap((sql) =>
        Array.from(sql.matchAll(/\b(?:from|join)\s+"?(\w+)/g), ([, t = '']) => t),
      );
      await requestPage();
      // A cached response runs no query except the one for the revision, which `onQuery` doesn't report
      if (statements.length === 0) read.set(declared.path, { tables: [...new Set(tables)], body });
    }
    return read;
  };
}

const showsSalesAt = (route: string) => Number(showsSales.has(route.replace('GET ', '')));

onSite('a cached page reads no private table, and reads sales only if it declares so', async (on) => {
  const pages = await (await createCachedPageReader(on))();
  expect(pages.size).toBeGreaterThan(40);
  const read = new Set([...pages.values()].flatMap(({ tables }) => tables));
  // Guards against a test that covers too few pages
  expect([...read]).toEqual(
    expect.arrayContaining([
      ...[
        'show',
        'credit',
        'person',
        'person_merge',
        'performance',
        'ticket_type',
        'place',
        'seat_assignment',
        'ticket',
        'held_ticket',
      ],
      ...['media', 'show_media', 'blog_post', 'post', 'file', 'review', 'setting', 'waiting_party'],
    ]),
  );
  for (const [path, { tables }] of pages) {
    const allowed = showsSales.has(path) ? ['public', 'sales'] : ['public'];
    const hidden = tables.filter((table) => !allowed.includes(visibilityOf(table)) && table !== 'revision');
    expect({ path, hidden }).toEqual({ path, hidden: [] });
  }
});

onSite('a cached page shows no private column, and only pages about availability show sales columns', async (on) => {
  const readAll = await createCachedPageReader(on);
  const before = await readAll();
  const file = new BetterSqlite(on.place.file);
  file.pragma('foreign_keys = off');
  const change = (hidden: Visibility) => {
    for (const [table, { columns }] of visibilityDeclarations) {
      for (const [column] of Object.entries(columns).filter(([, seen]) => seen === hidden)) {
        const other = `case typeof("${column}") when 'integer' then "${column}" + 1 else ? end`;
        const text = column === 'hidden_seats' ? '["A1"]' : '2026-11-21T13:00:00.000Z';
        file.prepare(`update "${table}" set "${column}" = ${other}`).run(text);
      }
    }
  };
  const bodies = (pages: typeof before, isIn: (path: string) => boolean = () => true) =>
    new Map([...pages].filter(([path]) => isIn(path)).map(([path, { body }]) => [path, body]));
  change('private');
  expect(bodies(await readAll())).toEqual(bodies(before));
  change('sales');
  const showsNoSales = (path: string) => !showsSales.has(path);
  expect(bodies(await readAll(), showsNoSales)).toEqual(bodies(before, showsNoSales));
  file.close();
});
