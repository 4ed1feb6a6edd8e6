import type { BasketContent, ShopContent } from '#features/box-office/shop/contract.ts';
import { defineBookingOutcomeJob, defineSettledRefundJob } from '#features/box-office/shop/server/emails.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import type { Engine } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import type { MailTransport } from '#platform/server/mail/index.ts';
import type { PracticeSquare } from '../../../src/practice/square/index.ts';
import { dataKey, onEachSite, type SiteTestContext } from '../site/app.ts';
import { refreshPaymentsAt } from './contributions.ts';
import { createCardTokenGenerator, openTestProvider, startTestSquare } from './square.ts';

const base = '/members/api/bookings';

/** Creates a show with a performance of `places` places, whose tickets visitors can buy on the site. */
async function createShop(on: SiteTestContext, practice: PracticeSquare | undefined, places: number) {
  await on.a.settings({ ticketsActive: '1' });
  const show = await on.a.show({ title: 'Blithe Spirit', first_date: '2027-04-14', date: '2027-04-15' });
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const add = async (datetime: string) =>
    (await admin.post(`${base}/add_new_performance`, { datetime, show_id: show })).json().id as string;
  const first = await add('2027-04-14T19:30');
  await admin.post(`${base}/performances/${first}`, {
    datetime: '2027-04-14T19:30',
    capacity: `${places}`,
    version: 1,
  });
  const typesAt = (performance: string) =>
    on.db.read.selectFrom('ticket_type').selectAll().where('performance_id', '=', performance).execute();
  const toField = (name: string, types: Awaited<ReturnType<typeof typesAt>>) =>
    `tickets_${types.find((one) => one.name === name)?.id}`;
  const types = await typesAt(first);
  let now = '2026-11-21T12:00:00.000Z';
  return {
    ...{ ...on, practice, admin, show, first, add },
    /** Returns the field for the number of tickets of a type at the first performance. */
    type: (name: string) => toField(name, types),
    typeAt: async (name: string, performance: string) => toField(name, await typesAt(performance)),
    /** Simulates a separate browser, which stores its basket's cookie. */
    visitor: (headers: Record<string, string> = {}) => {
      let cookie = '';
      const keepCookie = async (response: ReturnType<SiteTestContext['get']>) => {
        const given = (await response).cookies.find(({ name }) => name === 'basket');
        if (given) cookie = `basket=${given.value}`;
        return response;
      };
      const cookies = () => [headers.cookie, cookie].filter(Boolean).join('; ');
      const own = () => ({ ...headers, ...(cookies() ? { cookie: cookies() } : {}) });
      const post = async (path: string, body: object) => (await keepCookie(on.post(path, body, own()))).json();
      return {
        get: (path: string) => keepCookie(on.get(path, own())),
        basket: async () => (await on.get('/tickets/basket?react', own())).json().basket as BasketContent['basket'],
        cookie: () => cookie,
        post,
        hold: (fields: object, performance_id = first) => post('/api/tickets/hold', { performance_id, ...fields }),
        pay: (some: object = {}) =>
          post('/api/tickets/pay', {
            ...{ name: 'Dorothy Hollis', email: 'dot@home.example', card_nonce: 'cnon:card-nonce-ok' },
            ...some,
          }),
      };
    },
    seen: async () => (await on.page('/tickets')).content as unknown as ShopContent,
    aCard: createCardTokenGenerator(practice),
    entries: async () =>
      (await on.db.read.selectFrom('entry').select(['kind', 'amount']).where('kind', '<>', 'fee').execute())
        .map(({ kind, amount }) => `${kind} ${amount}`)
        .sort(),
    orders: () => on.db.read.selectFrom('ticket_order').selectAll().orderBy('ref').execute(),
    /** Sets the clock. */
    at: (moment: string) => {
      now = moment;
      on.at(moment);
    },
    /** Runs the jobs that queue emails about confirmed orders and settled refunds. */
    write: async () => {
      const clock = () => new Date(now);
      const services = {
        db: on.db,
        clock,
        home: () => 'https://players.example',
        encryption: createEncryption(dataKey),
      };
      await runDueJobs({
        db: on.db,
        clock,
        work: [defineBookingOutcomeJob(services), defineSettledRefundJob(services)],
      });
    },
    /** Sets the clock, and runs the payment jobs that are due by then. */
    later: (moment: string) => {
      now = moment;
      on.at(moment);
      return refreshPaymentsAt(on.db, practice && openTestProvider(practice), moment);
    },
  };
}

export type ShopTestContext = Awaited<ReturnType<typeof createShop>>;

interface ShopOptions {
  places?: number;
  cards?: boolean;
  mail?: MailTransport;
}

/** Runs a test against a shop on both engines; the shop accepts cards unless set otherwise. */
export function onEachShop(
  name: string,
  body: (shop: ShopTestContext) => Promise<void>,
  { places = 96, cards = true, mail, engines }: ShopOptions & { engines?: readonly Engine[] } = {},
): void {
  let practice: PracticeSquare | undefined;
  onEachSite(
    name,
    async (on) => body(await createShop(on, practice, places)),
    engines,
    cards
      ? async (clock) => {
          practice = await startTestSquare({ clock });
          return openTestProvider(practice);
        }
      : undefined,
    mail && { mail },
  );
}

/** Runs a test against a shop on SQLite only: for a rule that isn't about SQL, transactions or races. */
export const onShop = (name: string, body: (shop: ShopTestContext) => Promise<void>, options: ShopOptions = {}) =>
  onEachShop(name, body, { ...options, engines: ['sqlite'] });
