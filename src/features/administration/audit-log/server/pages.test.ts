import { CompiledQuery } from 'kysely';
import { expect, vi } from 'vitest';
import { type AuditAction, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { auditLogPath, buildAuditLogHref } from '../audit-query.ts';
import { AuditLog } from '../contract.ts';

interface LoggedEntry {
  at: string;
  by?: string;
  action?: AuditAction;
  subject?: string;
  detail?: string;
  address?: string;
}

const note = (db: Database, actions: readonly LoggedEntry[]) =>
  write(db, async (tx) => {
    for (const { by = '', action = 'show.changed', ...entry } of actions) {
      const actor = by === '' ? undefined : { id: newId(), name: by };
      await recordAudit(tx, { id: newId(), actor, action, ...entry });
    }
  });

const minute = (n: number) => new Date(Date.parse('2026-11-01T09:00:00.000Z') + n * 60_000).toISOString();

onSite('the audit log lists actor, action, time, subject and address, newest first', async ({ a, as, db }) => {
  const ruth = await a.user({ firstname: 'Ruth', lastname: 'Calloway' });
  await note(db, [
    { at: '2026-07-01T11:00:00.000Z', action: 'account.erased' },
    {
      at: '2026-07-01T11:05:00.000Z',
      by: 'Dee Moss',
      action: 'emergency_contact.viewed',
      subject: ruth.id,
      detail: 'Hamlet',
      address: '192.0.2.7',
    },
  ]);
  const { page, get } = await as(await a.user({ role: 'admin' }));
  const log = AuditLog.strict().parse((await page(auditLogPath)).content);
  expect(log.entries).toMatchObject([
    {
      at: '2026-07-01T12:05:00+01:00',
      who: 'Dee Moss',
      what: 'Viewed a member’s emergency contact',
      action: 'emergency_contact.viewed',
      detail: 'Hamlet',
      about: ruth.id,
      about_name: 'Ruth Calloway',
      address: '192.0.2.7',
    },
    { who: 'The site itself', what: 'Erased an account', address: '' },
  ]);
  const { body } = await get(auditLogPath);
  expect(body).toContain('1 Jul 2026, 12.05pm'.replaceAll(' ', '\u00a0'));
  expect(body).toContain('Ruth Calloway');
});

onEachSite('the audit log and its CSV can be filtered by person, action, day and subject', async ({ a, as, db }) => {
  const show = await a.show({ title: 'Hamlet' });
  await note(db, [
    // Midnight in London in summer is 23:00 in UTC
    { at: '2026-06-30T22:59:59.000Z', by: 'Ann Hale', detail: 'the evening before' },
    { at: '2026-06-30T23:00:00.000Z', by: 'Ann Hale', detail: 'first of the day', subject: show },
    { at: '2026-07-01T22:59:59.000Z', by: 'Ann Hale-Moss', detail: 'last of the day', action: 'show.created' },
    { at: '2026-07-01T23:00:00.000Z', by: 'Dee Moss', detail: '=1+1', subject: show },
  ]);
  const { page, get } = await as(await a.user({ role: 'admin' }));
  const details = async (filters: Parameters<typeof buildAuditLogHref>[0]) => {
    const address = buildAuditLogHref(filters);
    const { entries } = AuditLog.parse((await page(address)).content);
    const csv = await get(address.replace(auditLogPath, `${auditLogPath}.csv`));
    for (const { detail } of entries) expect(csv.body).toContain(detail);
    expect(csv.body.trim().split('\r\n')).toHaveLength(entries.length + 1);
    return entries.map(({ detail }) => detail);
  };
  expect(await details({})).toHaveLength(4);
  expect(await details({ who: 'ann' })).toEqual(['last of the day', 'first of the day', 'the evening before']);
  expect(await details({ who: 'Ann Hale' })).toEqual(['first of the day', 'the evening before']);
  expect(await details({ who: 'moss', action: 'show.created' })).toEqual(['last of the day']);
  // A bookmark made before actions had codes
  expect(await details({ action: 'made a show' })).toEqual(['last of the day']);
  const bookmarked = AuditLog.parse((await page(buildAuditLogHref({ action: 'made a show' }))).content);
  expect(bookmarked.asked.action).toBe('show.created');
  expect(bookmarked.actions).toContainEqual({ action: 'show.created', words: 'Added a show' });
  expect(await details({ from: '2026-07-01', until: '2026-07-01' })).toEqual(['last of the day', 'first of the day']);
  // No day follows 9999-12-31, so this filter is ignored
  expect(await details({ from: '9999-12-31', until: '9999-12-31' })).toEqual(await details({}));
  expect(await details({ from: '9999-12-29', until: '9999-12-29' })).toEqual([]);
  expect(await details({ about: show })).toEqual(['=1+1', 'first of the day']);
  expect(await details({ thing: 'hamlet' })).toEqual(['=1+1', 'first of the day']);
  expect(await details({ thing: 'ham', who: 'ann' })).toEqual(['first of the day']);
  expect(await details({ thing: 'Othello' })).toEqual([]);
  expect((await get(buildAuditLogHref({ thing: 'Othello' }))).body).toContain('Nothing here is called “Othello”');
  expect(await details({ who: 'nobody' })).toEqual([]);
  const csv = await get(`${auditLogPath}.csv`);
  expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
  expect(csv.body).toContain("'=1+1");
  expect(AuditLog.parse((await page(buildAuditLogHref({ about: show }))).content).about_name).toBe('Hamlet');
});

onEachSite(
  'paging through the audit log either way shows each entry once, even if new entries are added',
  async (on) => {
    const { a, as, db } = on;
    // Several entries have the same time, so the order can't depend on the time alone
    await note(
      db,
      Array.from({ length: 120 }, (_, n) => ({ at: minute(Math.floor(n / 7)), by: 'Ann Hale', detail: `n${n}` })),
    );
    const { page } = await as(await a.user({ role: 'admin' }));
    const at = async (place: { older?: string; newer?: string }) =>
      AuditLog.parse((await page(buildAuditLogHref({ who: 'Ann Hale' }, place))).content);
    const seen: string[] = [];
    let stretch = await at({});
    expect(stretch.newer).toBe('');
    const first = stretch.entries.map(({ id }) => id);
    for (;;) {
      seen.push(...stretch.entries.map(({ id }) => id));
      if (stretch.older === '') break;
      await note(db, [{ at: minute(500), by: 'Dee Moss' }]);
      stretch = await at({ older: stretch.older });
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    stretch = await at({ newer: stretch.newer });
    expect(stretch.entries.map(({ id }) => id)).toEqual(seen.slice(50, 100));
    stretch = await at({ newer: stretch.newer });
    expect(stretch.entries.map(({ id }) => id)).toEqual(first);
    expect(stretch.newer).toBe('');
    // The long page, for printing
    const { content } = await page(buildAuditLogHref({ who: 'Ann Hale' }, { length: 'long' }));
    const long = AuditLog.strict().parse(content);
    expect(long.entries.map(({ id }) => id)).toEqual(seen);
    expect(long).toMatchObject({ is_long: true, older: '', newer: '' });
  },
);

onEachSite('the audit log ignores an invalid cursor, and says how many people a vague search matches', async (on) => {
  const { a, as, db } = on;
  await note(
    db,
    [...Array(30).keys()].map((n) => ({ at: minute(n), by: `Ann Number${n}` })),
  );
  const { page, get } = await as(await a.user({ role: 'admin' }));
  const junk = 'older=%27%3B--&newer=2026&from=never&action=&about=%00';
  expect(AuditLog.parse((await page(`${auditLogPath}?${junk}`)).content).entries).toHaveLength(30);
  const vague = (await get(`${auditLogPath}?who=ann`)).body;
  expect(vague).toContain('30 people match “ann”');
  expect(vague, 'an empty spreadsheet would look as if there were no entries').not.toContain('Export (CSV)');
});

onEachSite('the audit log reads a page by time, actor or action from an index', async ({ engine, db, a, as }) => {
  // Compares the plan of the page's query instead of its time, so that the result is the same on a busy machine. The
  // bench measures the time
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
  await note(
    db,
    [...Array(300).keys()].map((n) => ({ at: minute(n), by: `Ann ${n % 3}` })),
  );
  const { page } = await as(await a.user({ role: 'admin' }));
  const executed = vi.spyOn(db.read.getExecutor(), 'executeQuery');
  const planOf = async (filters: Parameters<typeof buildAuditLogHref>[0]) => {
    executed.mockClear();
    await page(buildAuditLogHref(filters, { older: '2026-11-01T10:00:00.000Z~aaaaaaaaaaaaaaaa' }));
    const queries = executed.mock.calls.map(([query]) => query).filter(({ sql }) => /from "audit".* limit /.test(sql));
    expect(queries).toHaveLength(1);
    const [{ sql, parameters } = { sql: '', parameters: [] }] = queries;
    return write(db, async (tx) => {
      if (engine === 'postgres') await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      return JSON.stringify(rows);
    });
  };
  const plans = {
    audit_by_time: await planOf({}),
    audit_by_actor: await planOf({ who: 'Ann 1' }),
    audit_by_action: await planOf({ action: 'show.changed' }),
  };
  for (const [index, plan] of Object.entries(plans)) {
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/temp b-tree|"Sort|scan audit"/i);
  }
});
