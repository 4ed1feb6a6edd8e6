import { buildBuyerOrderPath, sellTickets } from '#features/box-office/orders/server/index.ts';
import { findPerformanceWithPublicTypes } from '#features/box-office/performances/server/index.ts';
import { buildPartyPath, offerFreePlaces, recordWaitingParty } from '#features/box-office/waiting-list/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { dataKey, type SiteTestContext } from '../site/app.ts';
import { bookFreeTickets } from '../society/audience.ts';
import { inCast, inCrew } from '../society/factories.ts';
import type { RouteSubjectIds } from './route-cases.ts';

/**
 * Creates a small society: the records whose ids are in the URLs that the tests of access try, and a user of each kind.
 */
export async function createRouteSubjects({ a, db }: SiteTestContext) {
  await a.settings({ ticketsActive: '1' });
  const crew = [inCrew('Dee Moss', 'Director')];
  const show = await a.show({ title: 'Hamlet', date: '2026-11-28', credits: [inCast('Ann Hale', 'Hamlet'), ...crew] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Oli Park', 'Producer')] });
  const spareShow = await a.show({ title: 'Othello' });
  const post = await a.post();
  const blogPost = await a.blogPost();
  const media = await a.picture();
  const file = await a.file({ member_docs: 'public' });
  const { id: person } = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', 'Ann Hale')
    .executeTakeFirstOrThrow();
  const ofShow = await a.post({ show_id: show });
  const fileOfShow = await a.file({ show_id: show });

  const users = {
    member: await a.user(),
    author: await a.user({ role: 'author' }),
    director: await a.user(),
    otherDirector: await a.user(),
    steward: await a.user(),
    secretary: await a.user(),
    adminTools: await a.user(),
    admin: await a.user({ role: 'admin' }),
  };
  await a.allow(users.steward, { door: true });
  await a.allow(users.secretary, { membership: true });
  await a.allow(users.adminTools, { admin: true });
  await a.personOf(users.director, 'Dee Moss');
  await a.personOf(users.otherDirector, 'Oli Park');

  const mail = await a.mail({ status: 'sent' });
  const message = await a.message();
  const someone = (await a.user()).id;

  const correction = await a.correction({ show_id: show });
  const performance = await a.performance({ show_id: show });
  const ids: RouteSubjectIds = {
    message,
    someone,
    correction,
    takings: await a.takings(),
    receipt: await a.subscriptionPayment(users.member),
    performance,
    orderLink: await createSale(db, { show, performance }),
    waitingLink: await createParty(db, { show, performance }),
    confirmLink: await bookFreeTickets(
      db,
      { show, performance, isConfirmed: false },
      {
        encryption: createEncryption(dataKey),
        ...{ now: '2026-11-21T12:00:00.000Z', until: '2026-11-21T12:30:00.000Z' },
      },
    ),
    mail,
    ofShow,
    fileOfShow,
    show,
    spareShow,
    person,
    post,
    blogPost,
    media,
    file,
    user: users.member.id,
  };
  return { ids, users };
}

/** Adds a party to the waiting list, offers places to it, and returns its link. */
async function createParty(
  db: Database,
  { show, performance }: { show: string; performance: string },
): Promise<string> {
  const party = { id: newId(), show, name: 'Dorothy Hollis', email: 'dot@home.example', size: 2, dates: [performance] };
  const doing = { encryption: createEncryption(dataKey), home: '', now: '2026-11-21T12:00:00.000Z' };
  await write(db, async (tx) => {
    await recordWaitingParty(tx, party, doing.now);
    const evening = await findPerformanceWithPublicTypes(tx, performance);
    if (evening) await offerFreePlaces(tx, evening, doing);
  });
  return buildPartyPath(doing.encryption, party.id);
}

/** Creates an order with one ticket, and returns its link. */
async function createSale(db: Database, { show, performance }: { show: string; performance: string }): Promise<string> {
  const id = newId();
  const adult = { id: '', name: 'Adult', pence: 1200, most: null, count: 1 };
  const sale = {
    ...{ id, entry: newId(), performance, show: { id: show, title: 'Hamlet' }, wanted: [adult] },
    tickets: [{ id: newId(), type_id: '', type: adult.name, pence: adult.pence }],
  };
  const body = {
    ...{ performance_id: performance, name: 'Dorothy Hollis', email: '', phone: '', note: '', reason: '' },
    source: 'door' as const,
    how: 'cash' as const,
  };
  const now = '2026-11-21T12:00:00.000Z';
  await write(db, (tx) => sellTickets(tx, sale, { body, now, environment: 'practice' }));
  return buildBuyerOrderPath(createEncryption(dataKey), { id, reissued: 0 });
}
