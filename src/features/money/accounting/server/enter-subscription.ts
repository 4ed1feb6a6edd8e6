import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { type Payer, postEntry } from '#features/money/ledger/server/index.ts';
import {
  getPaymentEffect,
  listOpenQuestions,
  type PaymentQuestion,
} from '#features/money/subscriptions/payment-questions.ts';
import {
  assessPayment,
  deriveDonationEntryId,
  getPayerName,
  listPersonChoices,
  type PaymentPerson,
  type PersonChoice,
} from '#features/money/subscriptions/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { ConfirmationRequiredError, refuseFields } from '#platform/server/http/errors/http-error.ts';
import { type CalendarDate, formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { buildPersonNameKey, formatPersonName } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { GetSubsContent, RecordPaymentBody } from '../contract.ts';

interface SubscriptionEntry {
  body: RecordPaymentBody;
  /** The plan's name. */
  label: string;
  environment: PaymentEnvironment;
  /** The ids of the rows to create. They are generated outside the transaction, which may run twice. */
  ids: { entry: Id; new: Id };
  today: CalendarDate;
  at: Instant;
}

/**
 * Records a manual payment for a subscription and, if it buys a membership year, extends the membership. Returns the
 * payer's name, the name of the other person whom the payment is for ("" if it is for the payer), and sentences about
 * the outcome.
 *
 * @throws ConfirmationRequiredError with the questions that haven't been answered yet
 */
export async function recordSubscriptionPayment(
  tx: DbTransaction,
  { body, label, environment, ids, today, at }: SubscriptionEntry,
): Promise<{ payerName: string; paidFor: string; outcome: string }> {
  const { amount: pence, day, source, plan_id, beneficiary } = body;
  const person = await findChosenPerson(tx, body, today);
  const payerName = getPayerName(person);
  const paid = { person, planId: plan_id, beneficiary, pence, source, day, environment, today, at };
  const assessed = (await assessPayment(tx, paid)) ?? refuseFields({ plan_id: 'Choose the plan.' });
  const questions = listOpenQuestions(assessed.facts, body);
  if (questions.length > 0) ask(questions);
  const paidFor = assessed.facts.person === payerName ? '' : assessed.facts.person;
  const { buys_year, donation } = getPaymentEffect(assessed.facts, body);
  const owed = buys_year || assessed.facts.would_pay_until === '' ? 0 : assessed.facts.due - pence;
  // A part payment also adds a new person to the list, so that the rest can be entered for that person
  const isListed = buys_year || owed > 0;
  const entry = {
    kind: 'charge',
    environment,
    at,
    day,
    source,
    payer: toLedgerPayer(person, isListed ? ids.new : undefined),
  } as const;
  const about = { about: 'subscription', plan_id, label } as const;
  await postEntry(tx, { ...entry, id: ids.entry, pence: pence - donation, about });
  if (donation > 0) {
    const gift = { about: 'front_of_house', show_id: '', label: 'Donations' } as const;
    await postEntry(tx, { ...entry, id: deriveDonationEntryId(ids.entry), pence: donation, about: gift });
  }
  const listed = person.kind === 'new' ? `${person.name} has been added to the membership list. ` : '';
  if (!buys_year) {
    await assessed.recordPartPayment(ids.entry);
    if (owed > 0) {
      await assessed.addToList(ids.new);
      await assessed.sendPartPaymentReceipt({ entryId: ids.entry, owed });
    }
    const outcome =
      owed > 0
        ? `${listed}This is a part payment: ${formatMoney(owed)} is still owed, and the membership isn’t extended yet.`
        : 'No subscription has changed.';
    return { payerName, paidFor, outcome };
  }
  const { until, renewsByCard } = await assessed.extend(
    {
      ...{ entryId: ids.entry, newId: ids.new, pence: pence - donation, donation },
      partPaid: assessed.facts.part_paid,
    },
    body,
  );
  const renews = renewsByCard ? ' After that it renews with the card that they gave us.' : '';
  const donationNote = donation > 0 ? ` ${formatMoney(donation)} of the payment is entered as a donation.` : '';
  return {
    ...{ payerName, paidFor },
    outcome: `${listed}The subscription is paid until ${formatLocalDate(until)}.${renews}${donationNote}`,
  };
}

/**
 * Finds the chosen person in `listPersonChoices`, or returns a new person with the name that was entered. If somebody
 * listed has that name, asks if it is the same person, unless `member` is `new`.
 */
async function findChosenPerson(
  db: DbReader,
  { member, name }: RecordPaymentBody,
  today: CalendarDate,
): Promise<PaymentPerson> {
  if (member === '' && name === '') refuseFields({ name: 'Choose the member, or enter who paid.' });
  const people = await listPersonChoices(db, today);
  if (member !== '' && member !== 'new') {
    return (
      people.find(({ id }) => id === member) ??
      refuseFields({ member: 'This member is no longer on the list. Choose again.' })
    );
  }
  const newName = formatPersonName(name);
  if (newName === '') refuseFields({ name: 'Choose the member, or enter who paid.' });
  const namesakes = people.filter((listed) => buildPersonNameKey(listed.name) === buildPersonNameKey(newName));
  if (member === '' && namesakes.length > 0) {
    const choices = namesakes.map((namesake) => ({
      value: namesake.id,
      label: `${namesake.name}: ${formatPersonNote(namesake)}`,
    }));
    ask([
      {
        field: 'member',
        text: `There is already a ${newName} on the membership list. Is this payment theirs?`,
        choices: [...choices, { value: 'new', label: 'No, it is somebody else with the same name' }],
      },
    ]);
  }
  return { kind: 'new', name: newName };
}

/** Formats the note that distinguishes somebody on the list from others with the same name. */
function formatPersonNote({ kind, payer, email, plan, paid_until }: Omit<PersonChoice, 'name'>): string {
  const who = kind === 'paid_for' ? `paid for by ${payer}` : kind === 'paper' ? 'no account' : '';
  const paid = paid_until === '' ? 'card payment still being checked' : `paid until ${formatLocalDate(paid_until)}`;
  const membership = plan === '' ? 'no membership yet' : `${plan}, ${paid}`;
  return [email, who, membership].filter(Boolean).join(', ');
}

/**
 * Lists everybody under whose name a payment can be entered, in the order of `listPersonChoices`. The name of a
 * namesake is followed by their email address, if they have one.
 */
export async function listMemberChoices(db: DbReader, today: CalendarDate): Promise<GetSubsContent['members']> {
  const people = await listPersonChoices(db, today);
  const namesakes = Map.groupBy(people, ({ name }) => foldText(name));
  return people.map(({ email, ...listed }) => {
    const isUnique = namesakes.get(foldText(listed.name))?.length === 1 || email === '';
    const name = isUnique ? listed.name : `${listed.name}, ${email}`;
    return { id: listed.id, name, note: formatPersonNote({ ...listed, email: '' }), plan_id: listed.plan_id };
  });
}

function toLedgerPayer(person: PaymentPerson, newId: Id | undefined): Payer {
  if (person.kind === 'new') return newId === undefined ? { name: person.name } : { id: newId, name: person.name };
  return person.user_id === '' ? { id: person.id, name: person.name } : { user_id: person.user_id };
}

function ask(questions: PaymentQuestion[]): never {
  throw new ConfirmationRequiredError(`Not entered yet. ${questions.map(({ text }) => text).join(' ')}`, { questions });
}
