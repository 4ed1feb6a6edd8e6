import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryFolder, onEachEngine } from '#tests/support/site/engines.ts';
import { formatAction } from '#tests/support/society/contributions.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { createTill } from '#tests/support/society/square.ts';
import {
  defineCardRemovalJob,
  deleteOrphanedCustomers,
  listCards,
  recordCard,
  removeCard,
  storeCard,
} from './cards.ts';
import { createChargeIntent } from './intents.ts';
import { cardPaymentPersonalData } from './payment-history.ts';
import { submitIntent } from './submit-intent.ts';

const names = { givenName: 'Ann', familyName: 'Hale', email: 'ann@members.example' };

/** Creates a till, and a member who stores cards. */
async function atTill(db: Parameters<typeof createTill>[0]) {
  const till = await createTill(db);
  const user = await createFactories(db, createDiskStorage(createTemporaryFolder())).user();
  const holder = { userId: user.id, ...names };
  const keep = (token = 'cnon:card-nonce-ok') => storeCard(till, holder, { token });
  const stored = async (token?: string) => {
    const answer = await keep(token);
    if (!('card' in answer)) throw new Error(JSON.stringify(answer));
    return write(db, (tx) => recordCard(tx, answer.card));
  };
  const cards = () => listCards(db.read, user.id, 'practice');
  return { till, user, holder, keep, stored, cards };
}

onEachEngine(
  'a token that is used several times stores one card, with its brand, last digits, expiry date and postcode',
  async ({ db }) => {
    const { till, stored, cards } = await atTill(db);
    const [card] = await Promise.all([stored(), stored()]);
    await stored();
    expect(await cards()).toEqual([card]);
    expect(card).toMatchObject({
      ...{ brand: 'VISA', last_4: '1111', exp_month: 12, exp_year: 2039, postcode: 'AB1 2CD', removed_at: null },
      customer: till.practice.journal.all('customer')[0]?.id,
    });
    expect(till.practice.journal.all('customer')).toHaveLength(1);
    expect(till.practice.journal.all('card')).toHaveLength(1);
  },
);

onEachEngine(
  'a stored card can be charged without its owner present, and a decline has the bank’s reason',
  async ({ db }) => {
    const { till, user, stored } = await atTill(db);
    const charge = async (subject: string, card: { provider_id: string; customer: string }) => {
      const intent = await write(db, (tx) =>
        createChargeIntent(
          tx,
          {
            about: { about: 'subscription', plan_id: 'full', label: 'Full member' },
            ...{ subject, attempt: 'first', userId: user.id, pence: 2500, note: '' },
            source: { card: card.provider_id, customer: card.customer },
          },
          {
            id: subject,
            environment: 'practice',
            locationId: till.paymentProvider.locationId,
            at: till.clock().toISOString(),
          },
        ),
      );
      return submitIntent(till, intent.id);
    };
    expect(await charge('2026', await stored())).toMatchObject({ status: 'settled' });
    const expired = await stored('cnon:practice-on-file-CARD_EXPIRED');
    expect(await charge('2027', expired)).toMatchObject({ status: 'declined', code: 'CARD_EXPIRED' });
  },
);

onEachEngine(
  'a card that the bank declines isn’t stored, and one whose response was lost is stored once',
  async ({ db }) => {
    const { till, keep, cards } = await atTill(db);
    expect(await keep('cnon:card-nonce-rejected-cvv')).toMatchObject({
      refused: { code: 'CVV_FAILURE', isFinal: true },
    });
    till.practice.faults.next('POST /v2/cards', 'break after', 4);
    expect(await keep()).toMatchObject({ refused: { code: 'EBROKEN', isFinal: false } });
    expect(await cards()).toEqual([]);
    // The next attempt gets the card that Square has already stored
    expect(await keep()).toHaveProperty('card');
    expect(till.practice.journal.all('card')).toHaveLength(1);
  },
);

onEachEngine('a removed card is disabled at Square', async ({ db }) => {
  const { till, stored, cards } = await atTill(db);
  const card = await stored();
  const at = till.clock().toISOString();
  expect(await write(db, (tx) => removeCard(tx, card.id, at))).toBe(true);
  expect(await write(db, (tx) => removeCard(tx, card.id, at))).toBe(false);
  expect(await cards()).toEqual([]);
  await runDueJobs({ db, clock: till.clock, work: [defineCardRemovalJob(till)] });
  expect(till.practice.journal.all('card')).toMatchObject([{ id: card.provider_id, enabled: false }]);
});

onEachEngine('erasing an account deletes its cards, and its customer at Square', async ({ db }) => {
  const { till, user, stored } = await atTill(db);
  await stored();
  const holder = { id: user.id, email: names.email, phone: '', name: 'Ann Hale', names: ['Ann Hale'] };
  expect(await cardPaymentPersonalData.about(db.read, holder, { formatAction })).toMatchObject({
    cards: [{ last_4: '1111' }],
  });
  await write(db, async (tx) => {
    await cardPaymentPersonalData.erase?.(tx, holder, { shownName: 'A former member', at: till.clock().toISOString() });
    await tx.deleteFrom('user').where('id', '=', user.id).execute();
  });
  expect(await db.read.selectFrom('payment_card').selectAll().execute()).toEqual([]);
  till.practice.faults.next('DELETE /v2/customers/:id', 'break after');
  await deleteOrphanedCustomers(till);
  await deleteOrphanedCustomers(till);
  expect(till.practice.journal.all('customer')).toMatchObject([{ deleted: true }]);
  expect(till.practice.journal.all('card')).toMatchObject([{ enabled: false }]);
  expect(await db.read.selectFrom('payment_customer').selectAll().execute()).toEqual([]);
});

onEachEngine(
  'a customer created at Square but not yet recorded is found even if the member’s name has changed since',
  async ({ db }) => {
    const { till, user, stored } = await atTill(db);
    const before = { ...names, givenName: 'Anne', key: `customer-${user.id}`, userId: user.id };
    const { id } = await till.paymentProvider.createCustomer(before);
    expect(await stored()).toMatchObject({ customer: id });
    expect(till.practice.journal.all('customer')).toHaveLength(1);
  },
);
