// Creates the demo society with a house that never sells out, and a signed-in user of each kind.
import { join } from 'node:path';
import { createPerformance, setPlaceCount } from '#features/box-office/performances/server/index.ts';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { clearMediaPending } from '../../src/demo/media/seed-media.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { demoSignInAccountIds } from '../../src/demo/society/accounts.ts';
import { migrations } from '../../src/migrations/index.ts';
import { createFactories } from '../support/society/factories.ts';

/** A society on which to start a site, with everything that its visitors need to keep the site busy. */
export interface BusySociety {
  dataDir: string;
  place: { url: string; file: string };
  /** The environment variables of the program. */
  env: Record<string, string>;
  /** The cookie of a signed-in admin; `author` and `member` likewise. */
  admin: string;
  author: string;
  member: string;
  /** The time at which the site opened. Earlier sales are part of the demo. */
  since: string;
  /** The request of every buyer: one ticket of this type. */
  wish: { performance_id: string; field: string };
}

/**
 * Opens the demo in an empty folder, and in an empty PostgreSQL database if `url` names one, without rendering its
 * pictures. Adds a show with one performance, which has `places` places.
 */
export async function createBusySociety(dataDir: string, url = '', places = 4000): Promise<BusySociety> {
  const place = { url, file: join(dataDir, 'callboard.sqlite') };
  const db = await openDatabase(place, migrations);
  try {
    const now = new Date();
    await seedDemo(db, now);
    await write(db, (tx) => clearMediaPending(tx));
    const a = createFactories(db, createDiskStorage(join(dataDir, 'files')));
    const show_id = await a.show({ title: 'The Long Run', first_date: '2037-04-14', date: '2037-04-30' });
    const id = newId();
    const at = now.toISOString();
    await write(db, async (tx) => {
      await createPerformance(tx, { id, show_id, starts_at: '2037-04-14T18:30:00.000Z', now: at });
      await setPlaceCount(tx, { performance: id, capacity: places, now: at });
    });
    const type = await db.read
      .selectFrom('ticket_type')
      .select('id')
      .where('performance_id', '=', id)
      .where('name', '=', 'Adult')
      .executeTakeFirstOrThrow();
    const [admin = '', author = '', , member = ''] = await Promise.all(
      demoSignInAccountIds.map(async (userId) => {
        const session = buildSession({ userId, stage: 'full', device: 'Firefox', address: '127.0.0.1', at });
        await write(db, (tx) => createSession(tx, session));
        return `${sessionCookie}=${session.token}`;
      }),
    );
    return {
      ...{ dataDir, place, admin, author, member, since: at },
      env: { DEMO: '1', DATABASE_URL: url },
      wish: { performance_id: id, field: `tickets_${type.id}` },
    };
  } finally {
    await db.close();
  }
}
