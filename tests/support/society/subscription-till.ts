import type { MemberSubscriptions } from '#features/money/subscriptions/contract.ts';
import type { PracticeSquare } from '../../../src/practice/square/index.ts';
import { onEachSite, type SiteTestContext } from '../site/app.ts';
import { refreshPaymentsAt } from './contributions.ts';
import { createCardTokenGenerator, openTestProvider, startTestSquare } from './square.ts';

export const accountSettingsPath = '/members/api/account_settings';
export const chargeRoute = 'POST /v2/payments';

export type SubscriptionSite = Awaited<ReturnType<typeof createSubscriptionSite>>;

/** Creates a site with a plan for £24 a year from 1 September, and a member who hasn't paid anything. */
async function createSubscriptionSite(on: SiteTestContext, practice: PracticeSquare) {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const plans = '/members/api/admin/admin_settings/subs';
  const plan = { levelName: 'Full member', amount: '24', period: 'yearly', renewal_month: '09', first_part: 'months' };
  const { id } = (await admin.post(`${plans}/add_new_plan`, plan)).json();
  const user = await on.a.user({ email: 'ruth@members.example', firstname: 'Ruth', lastname: 'Marsh' });
  const ruth = await on.as(user);
  const form = (some: object = {}) => ({
    ...{ subs_level: id, sub_for: 'SELF', card_nonce: 'cnon:card-nonce-ok', verification_token: '' },
    ...{ card_details: '{"card_brand":"VISA","last_4":"1111"}', ...some },
  });
  return {
    ...{ ...on, practice, admin, user, ruth, form, plan, planPath: `${plans}/${id}` },
    start: async (some?: object, headers?: Record<string, string>) =>
      (await ruth.post(`${accountSettingsPath}/start_subscription`, form(some), headers)).json(),
    held: async () => (await ruth.page('/members/account_settings')).content.subs as MemberSubscriptions,
    charged: () => practice.journal.all('payment').filter(({ status }) => status === 'COMPLETED').length,
    /** Sets the clock, and runs the payment jobs that are due by then. */
    later: (moment: string) => {
      on.at(moment);
      return refreshPaymentsAt(on.db, openTestProvider(practice), moment);
    },
    aCard: createCardTokenGenerator(practice),
    cards: () => on.db.read.selectFrom('payment_card').select('last_4').where('removed_at', 'is', null).execute(),
    intents: async () =>
      (await on.db.read.selectFrom('payment_intent').select('status').execute()).map((i) => i.status),
    /**
     * Returns, as one text, everything that a charge changes, for the failure message of a test that fails once in a
     * thousand runs.
     */
    evidence: async () => {
      const { read } = on.db;
      const found = {
        subscriptions: await read.selectFrom('subscription').select(['id', 'status', 'card_id']).execute(),
        years: await read.selectFrom('subscription_year').select(['id', 'subscription_id', 'entry_id']).execute(),
        intents: await read.selectFrom('payment_intent').selectAll().execute(),
        entries: await read.selectFrom('entry').select(['id', 'kind', 'amount', 'square_id']).execute(),
        mails: await read.selectFrom('mail').select(['id', 'idempotency_key', 'to', 'subject', 'created_at']).execute(),
        jobs: await read.selectFrom('job').select(['kind', 'key', 'status', 'attempts', 'last_error']).execute(),
        audit: await read.selectFrom('audit').selectAll().execute(),
        atSquare: practice.journal.all('payment'),
      };
      return JSON.stringify(found, null, 1);
    },
  };
}

export function onEachTill(name: string, body: (till: SubscriptionSite) => Promise<void>): void {
  let practice: PracticeSquare;
  onEachSite(
    name,
    async (on) => body(await createSubscriptionSite(on, practice)),
    undefined,
    async (clock) => {
      practice = await startTestSquare({ clock });
      return openTestProvider(practice);
    },
  );
}
