import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { type Payer, postEntry } from '#features/money/ledger/server/index.ts';
import { openQuestions, type PaymentQuestion, paymentEffect } from '#features/money/subscriptions/payment-questions.ts';
import {
  assessPayment,
  donationEntryId,
  type Payee,
  payersByHand,
} from '#features/money/subscriptions/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { ConfirmationRequired, refuseFields } from '#platform/server/http/errors/http-error.ts';
import { type CalendarDate, formatDateOfInstant, type Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatPersonName, personNameKey } from '#platform/shared/text/person-name.ts';
import type { RecordPayment } from '../contract.ts';

interface Entering {
  body: RecordPayment;
  /** The plan's name. */
  label: string;
  environment: PaymentEnvironment;
  /** Created outside the write, which may run twice. */
  ids: { entry: Id; new: Id };
  today: CalendarDate;
  at: Instant;
}

/**
 * Records a manual payment of a subscription, and extends the membership that it pays for. Returns the payer, and the
 * effect on the membership.
 * @throws Unconfirmed with the questions that are still open
 */
export async function enterSubscription(
  tx: DbTransaction,
  { body, label, environment, ids, today, at }: Entering,
): Promise<{ called: string; outcome: string }> {
  const { amount: pence, day, source, plan_id } = body;
  const payer = await findPaidFor(tx, body, today);
  const paid = { payer, planId: plan_id, pence, source, day, environment, today, at };
  const assessed = (await assessPayment(tx, paid)) ?? refuseFields({ plan_id: 'Choose the plan.' });
  const questions = openQuestions(assessed.facts, body);
  if (questions.length > 0) ask(questions);
  const { buys_year, donation } = paymentEffect(assessed.facts, body);
  const owed = buys_year || assessed.facts.would_pay_until === '' ? 0 : assessed.facts.due - pence;
  // A part payment puts a new person on the list too, or the rest would have nobody to belong to
  const isListed = buys_year || owed > 0;
  const entry = {
    kind: 'charge',
    environment,
    at,
    day,
    source,
    payer: ledgerPayer(payer, isListed ? ids.new : undefined),
  } as const;
  const about = { about: 'subscription', plan_id, label } as const;
  await postEntry(tx, { ...entry, id: ids.entry, pence: pence - donation, about });
  if (donation > 0) {
    const gift = { about: 'front_of_house', show_id: '', label: 'Donations' } as const;
    await postEntry(tx, { ...entry, id: donationEntryId(ids.entry), pence: donation, about: gift });
  }
  const listed = payer.kind === 'new' ? `${payer.name} is on the membership list now. ` : '';
  if (!buys_year) {
    if (owed > 0) {
      await assessed.addToList(ids.new);
      await assessed.sendPartReceipt({ entryId: ids.entry, owed });
    }
    const outcome =
      owed > 0
        ? `${listed}It is a part payment: ${formatMoney(owed)} is still owed, and the membership isn’t extended yet.`
        : 'No subscription has changed.';
    return { called: payer.name, outcome };
  }
  const { until, renewsByCard } = await assessed.extend(
    {
      ...{ entryId: ids.entry, newId: ids.new, pence: pence - donation, donation },
      partPaid: assessed.facts.part_paid,
    },
    body,
  );
  const renews = renewsByCard ? ' After that it renews with the card that they gave us.' : '';
  const given = donation > 0 ? ` ${formatMoney(donation)} of it is entered as a donation.` : '';
  return { called: payer.name, outcome: `${listed}It is paid until ${formatDateOfInstant(until)}.${renews}${given}` };
}

/** Finds the payer among the people of the membership list; asks about a name that is on it already. */
async function findPaidFor(db: DbReader, { member, name }: RecordPayment, today: CalendarDate): Promise<Payee> {
  if (member === '' && name === '') refuseFields({ name: 'Choose the member, or enter who paid.' });
  const payers = await payersByHand(db, today);
  if (member !== '' && member !== 'new') {
    return payers.find(({ id }) => id === member) ?? refuseFields({ member: 'Choose the member again.' });
  }
  const called = formatPersonName(name);
  if (called === '') refuseFields({ name: 'Choose the member, or enter who paid.' });
  const namesakes = payers.filter((one) => personNameKey(one.name) === personNameKey(called));
  if (member === '' && namesakes.length > 0) {
    const choices = namesakes.map((one) => ({ value: one.id, label: `${one.name}: ${noteOn(one)}` }));
    ask([
      {
        field: 'member',
        text: `There is a ${called} on the membership list. Is this payment theirs?`,
        choices: [...choices, { value: 'new', label: 'No, it is somebody else of that name' }],
      },
    ]);
  }
  return { kind: 'new', name: called };
}

type Listed = Awaited<ReturnType<typeof payersByHand>>[number];

/** Returns a note that tells somebody on the list from another of the same name. */
export function noteOn({ kind, payer, email, plan, paid_until }: Omit<Listed, 'name'>): string {
  const who = kind === 'paid_for' ? `paid for by ${payer}` : kind === 'paper' ? 'no account' : '';
  const membership =
    plan === '' ? 'never paid' : `${plan}, ${paid_until === '' ? '' : `paid until ${formatDateOfInstant(paid_until)}`}`;
  return [email, who, membership].filter(Boolean).join(', ');
}

function ledgerPayer(payer: Payee, newId: Id | undefined): Payer {
  if (payer.kind === 'new') return newId === undefined ? { name: payer.name } : { id: newId, name: payer.name };
  return payer.user_id === '' ? { id: payer.id, name: payer.name } : { user_id: payer.user_id };
}

function ask(questions: PaymentQuestion[]): never {
  throw new ConfirmationRequired(`Not entered yet. ${questions.map(({ text }) => text).join(' ')}`, { questions });
}
