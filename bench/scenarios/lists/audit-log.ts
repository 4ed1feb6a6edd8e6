import { rmSync } from 'node:fs';
import { buildAuditLogHref } from '#features/administration/audit-log/audit-query.ts';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { listAuditPage } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { measureTime, percentile, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';
import { request } from '../../requests.ts';

const entries = 200_000;
const actions = ['account.signed_in', 'show.changed', 'media.added', 'post.created', 'emergency_contact.viewed'];

const getEntryTime = (n: number) => new Date(Date.parse('2006-01-01T00:00:00.000Z') + n * 3_000_000).toISOString();

const buildAuditEntry = (n: number) => ({
  id: newId(),
  at: getEntryTime(n),
  actor_id: '',
  actor_name: n % 3 === 0 ? 'Ann Hale' : `Member Number ${n % 400}`,
  action: n === 77 ? 'account.erased' : (actions[n % actions.length] ?? ''),
  subject: '',
  detail: `Entry ${n}`,
  address: '192.0.2.1',
});

/** Measures the admins' audit log in a society that has used the site for nineteen years. */
export const auditLogScenario: Scenario = {
  title: `The audit log, with ${entries.toLocaleString('en-GB')} entries of 400 people`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      const db = await openSocietyDatabase(dataDir);
      await write(db, async (tx) => {
        for (let from = 0; from < entries; from += 1000) {
          const rows = Array.from({ length: 1000 }, (_, n) => buildAuditEntry(from + n));
          await tx.insertInto('audit').values(rows).execute();
        }
      });
      const a = createFactories(db, createDiskStorage(dataDir));
      await a.settings({ secondFactorRequired: '0' });
      const { id: userId } = await a.user({ role: 'admin' });
      const session = buildSession({ userId, stage: 'full', device: '', address: '', at: new Date().toISOString() });
      await write(db, (tx) => createSession(tx, session));
      const deep = { at: getEntryTime(1000), id: 'aaaaaaaaaaaaaaaa' };
      const middle = await listAuditPage(db.read, {}, { towards: 'newer', place: deep, count: 1 });
      const older = middle[0] ? `${middle[0].at}~${middle[0].id}` : '';
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const headers = { cookie: `${sessionCookie}=${session.token}` };
      const p95 = async (name: string, address: string, atMost?: number) => {
        const requestLog = async () => {
          const reply = await request(`${site.url}${address}`, headers);
          if (reply.status !== 200) throw new Error(`${address} responded with ${reply.status}`);
        };
        for (let run = 0; run < 10; run += 1) await requestLog();
        const times: number[] = [];
        for (let run = 0; run < 50; run += 1) times.push(await measureTime(requestLog));
        return {
          name,
          value: percentile(times, 0.95),
          unit: 'ms' as const,
          ...(atMost === undefined ? {} : { atMost }),
        };
      };
      const csv = `${buildAuditLogHref({ action: 'show.changed' }).replace('?', '.csv?')}`;
      const figures = [
        await p95('The newest, p95', buildAuditLogHref({}), 50),
        await p95('The oldest, p95', buildAuditLogHref({}, { older }), 50),
        await p95('By one person, p95', buildAuditLogHref({ who: 'Ann Hale' }), 50),
        await p95('By part of a name, p95', buildAuditLogHref({ who: 'number 39' }), 50),
        await p95('By an action that occurred once, p95', buildAuditLogHref({ action: 'account.erased' }), 50),
        {
          name: 'A fifth of it as CSV',
          value: await measureTime(() => request(`${site.url}${csv}`, headers)),
          unit: 'ms' as const,
        },
      ];
      await db.close();
      await site.stop();
      return figures;
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
};
