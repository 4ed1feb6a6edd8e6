import { rmSync } from 'node:fs';
import {
  buildSession,
  createSession,
  createUser,
  type NewUser,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { saveSettings } from '#features/society/settings/server/settings-store.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { measureTime, median, percentile, type Scenario } from '../../figures.ts';
import { openSocietyDatabase } from '../../large-society.ts';
import { request } from '../../requests.ts';

const statuses = ['active', 'active', 'active', 'awaiting', 'deactivated'] as const;

/** Measures the admins' table of users, in a society with this many users. */
export const createUsersTableScenario = (users: number): Scenario => ({
  title: `The table of users, with ${users.toLocaleString('en-GB')} of them`,
  async measure() {
    const dataDir = createTemporaryDataDir();
    try {
      const db = await openSocietyDatabase(dataDir);
      const now = new Date().toISOString();
      const admin: NewUser = { id: newId(), email: 'a@x.example', firstname: 'Ann', lastname: 'Hale', role: 'admin' };
      const session = buildSession({ userId: admin.id, stage: 'full', device: '', address: '', at: now });
      await write(db, async (tx) => {
        await createUser(tx, admin, { now });
        await createSession(tx, session);
        await saveSettings(tx, { secondFactorRequired: '0' });
        for (let n = 0; n < users; n += 1) {
          const name = { firstname: `Zoë ${n % 97}`, lastname: `Larkin-${(n * 7919) % users}` };
          const status = statuses[n % statuses.length] ?? 'active';
          const some = {
            id: newId(),
            email: `member.${n}@players.example`,
            role: n % 40 ? 'member' : 'author',
            status,
          } as const;
          await createUser(tx, { ...name, ...some, last_signed_in_at: n % 3 ? now : null }, { now });
          if (n % 4) continue;
          const person = { id: newId(), name: `${name.firstname} ${name.lastname}` };
          await tx
            .insertInto('person')
            .values({
              ...person,
              name_key: person.name.toLowerCase(),
              credit_style: 'as_printed',
              credit_style_by: 'nobody',
              created_at: now,
            })
            .execute();
          await tx.insertInto('user_person').values({ user_id: some.id, person_id: person.id }).execute();
        }
      });
      await db.close();
      const site = await startSite({ dataDir, env: { DEMO: '0' } });
      const headers = { 'accept-encoding': 'br', cookie: `${sessionCookie}=${session.token}` };
      const requestTable = async (query: string) => {
        const reply = await request(`${site.url}/members/admin/manage_users${query}`, headers);
        if (reply.status !== 200) throw new Error(`The table responded with ${reply.status}`);
      };
      const times = async (query: string) => {
        for (let run = 0; run < 20; run += 1) await requestTable(query);
        const times: number[] = [];
        for (let run = 0; run < 100; run += 1) times.push(await measureTime(() => requestTable(query)));
        return times;
      };
      const last = `page=${Math.ceil(users / 50)}`;
      const figures = [];
      for (const [name, query] of [
        ['the first page, HTML', ''],
        ['the first page, JSON', '?react'],
        ['the last page, by last sign-in', `?react&sort=-last_in&${last}`],
        ['a search, narrowed to a role', '?react&q=zoe+larkin-1&role=member'],
        ['without a second factor, by address', '?react&second_factor=no&sort=-email&page=40'],
      ] as const) {
        const measured = await times(query);
        figures.push({ name: `${name}, median`, value: median(measured), unit: 'ms' as const });
        figures.push({ name: `${name}, p95`, value: percentile(measured, 0.95), unit: 'ms' as const, atMost: 50 });
      }
      figures.push({
        name: 'all of them as CSV',
        value: await measureTime(async () => {
          await request(`${site.url}/members/admin/manage_users.csv`, headers);
        }),
        unit: 'ms' as const,
      });
      await site.stop();
      return figures;
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
});
