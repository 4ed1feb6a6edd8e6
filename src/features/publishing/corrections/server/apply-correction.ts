import { z } from 'zod';
import { SaveShowBody } from '#features/archive/shows/edit-contract.ts';
import { findPerson, renamePerson } from '#features/archive/shows/people/server/index.ts';
import { buildNameKey } from '#features/archive/shows/people/similar-names.ts';
import {
  addCredit,
  findShowEvenIfArchived,
  listPrintedCredits,
  type PerformanceDateLister,
  reassignCredit,
  removeCredit,
  restoreCredit,
  saveShow,
  updateCredit,
} from '#features/archive/shows/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import { type CalendarDate, formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { type CorrectableField, formatCredit, isAboutExistingCredit, isCorrectableField } from '../correction-kinds.ts';
import type { CorrectionTable } from './tables.ts';

export type Correction = CorrectionTable;
type Show = NonNullable<Awaited<ReturnType<typeof findShowEvenIfArchived>>>;

/** Formats the archive's value of a show's field. */
export function formatShowField(show: Show, field: CorrectableField): string {
  if (field === 'date') return formatDate(show.date, show.date_precision);
  if (field === 'first_date') return formatDate(show.first_date, show.first_date_precision);
  return show[field];
}

/** Finds the existing credit that a correction is about; undefined if it is about anything else, or the credit is gone. */
export async function findCreditOfCorrection(
  db: DbReader,
  { show_id, what, credit_id }: Pick<Correction, 'show_id' | 'what' | 'credit_id'>,
  creditsIn = listPrintedCredits,
) {
  if (show_id === null || !isAboutExistingCredit(what)) return undefined;
  return (await creditsIn(db, show_id)).find(({ id }) => id === credit_id);
}

/** Returns the archive's present value that a correction is about; "" if there is none. */
export async function findCurrentArchiveValue(
  db: DbReader,
  correction: Pick<Correction, 'show_id' | 'person_id' | 'what' | 'credit_id'>,
  creditsIn = listPrintedCredits,
): Promise<string> {
  const { show_id, person_id, what } = correction;
  if (person_id !== null) return what === 'name' ? ((await findPerson(db, person_id))?.name ?? '') : '';
  if (show_id === null) return '';
  if (isCorrectableField(what)) {
    const show = await findShowEvenIfArchived(db, show_id);
    return show ? formatShowField(show, what) : '';
  }
  const credit = await findCreditOfCorrection(db, correction, creditsIn);
  return credit ? formatCredit(credit) : '';
}

const whose = { person_id: z.string(), merged_from: z.string().nullable(), printed_as: z.string(), role: z.string() };
/**
 * The user who gave the credit to its person, as before the correction. Undefined in older corrections: undoing one of
 * them records the admin who undoes it.
 */
const set_by = z.string().nullable().optional();

/** The values to restore when a correction is undone, if the archive still has `after`. */
const Undo = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('field'),
    after: z.string(),
    sent: z.record(z.string(), z.string()),
    /** For a date, the first and last date after the change, because both are restored together. */
    became: z.record(z.string(), z.string()).optional(),
  }),
  z.object({ of: z.literal('credit'), after: z.string(), whose: z.object({ ...whose, set_by }) }),
  z.object({ of: z.literal('added'), after: z.string(), credit: z.string() }),
  z.object({
    of: z.literal('removed'),
    after: z.string(),
    credit: z.object({
      ...whose,
      set_by,
      id: z.string(),
      show_id: z.string(),
      kind: z.enum(['cast', 'crew']),
      ord: z.int(),
      place: z.int().default(0),
    }),
  }),
  // `printed` has the ids of the credits that were printed under the corrected name before the correction
  z.object({
    of: z.literal('name'),
    after: z.string(),
    name: z.string(),
    printed: z.array(z.string()).default([]),
  }),
]);
type Undo = z.infer<typeof Undo>;

/**
 * The context of a decision on a correction: the person who decides, the time, and a function that lists a show's
 * performance dates.
 */
interface Decision {
  now: Instant;
  today: CalendarDate;
  visitor: Visitor;
  performedOn: PerformanceDateLister;
}

/**
 * Applies a correction, and returns the data to undo it; undefined if there is nothing to do.
 * @throws HttpError 409 if the correction contradicts the archive, for example if the credit is there already; 400 if
 * the field refuses the value
 */
export async function applyCorrectionToArchive(
  tx: DbTransaction,
  correction: Correction,
  { newCredit, ...deciding }: Decision & { newCredit: Id },
): Promise<Undo | undefined> {
  const { show_id, person_id, what, credit_id, cast_or_crew } = correction;
  const { now, visitor } = deciding;
  const by = visitor.id;
  // Corrections stored before input was cleaned may contain invisible characters.
  const [right, role] = [cleanLine(correction.right), cleanLine(correction.role)];
  if (person_id !== null)
    return what === 'name' ? correctName(tx, { id: person_id, to: right, visitor, now }) : undefined;
  if (show_id === null) return undefined;
  if (isCorrectableField(what)) return correctField(tx, { showId: show_id, field: what, right, ...deciding });
  if (what === 'credit') {
    const before = await updateCredit(tx, { id: credit_id, name: right, role, now, by });
    return before && { of: 'credit', after: await findCurrentArchiveValue(tx, correction), whose: before };
  }
  if (what === 'not_in_it') {
    const credit = await removeCredit(tx, credit_id, now);
    return credit && { of: 'removed', after: '', credit };
  }
  if (what !== 'missing') return undefined;
  const there = (await listPrintedCredits(tx, show_id)).find(
    (credit) => buildNameKey(credit.name) === buildNameKey(right) && foldText(credit.role) === foldText(role),
  );
  if (there) refuse(409, `${formatCredit(there)} is in this show already.`);
  await addCredit(tx, { id: newCredit, showId: show_id, kind: cast_or_crew, name: right, role, now, by });
  // Known people and roles are stored with their existing spelling, so the credit is read back.
  const added = (await listPrintedCredits(tx, show_id)).find(({ id }) => id === newCredit);
  return { of: 'added', after: formatCredit(added ?? { role, name: right }), credit: newCredit };
}

const pickDates = ({ date, date_precision, first_date, first_date_precision }: Show) => ({
  date,
  date_precision,
  first_date,
  first_date_precision,
});

async function correctName(
  tx: DbTransaction,
  {
    keepsPrinted = [],
    ...renaming
  }: { id: Id; to: string; visitor: Visitor; now: Instant; keepsPrinted?: readonly Id[] },
): Promise<Undo> {
  const { id, to } = renaming;
  const from = (await findPerson(tx, id))?.name ?? '';
  const printed =
    (await renamePerson(tx, { ...renaming, from, keepsPrinted })) ??
    refuse(409, `There is already somebody called ${to}. If they are the same person, merge the two.`);
  return { of: 'name', after: to, name: from, printed };
}

async function correctField(
  tx: DbTransaction,
  { showId, field, right, visitor, ...deciding }: Decision & { showId: Id; field: CorrectableField; right: string },
): Promise<Undo | undefined> {
  const before = await findShowEvenIfArchived(tx, showId);
  if (!before) return undefined;
  await saveShow(tx, {
    id: showId,
    isNew: false,
    sent: SaveShowBody.parse({ [field]: right }),
    by: visitor.id,
    ...deciding,
  });
  const after = await findShowEvenIfArchived(tx, showId);
  const isDate = field === 'date' || field === 'first_date';
  return {
    of: 'field',
    after: after ? formatShowField(after, field) : '',
    sent: isDate ? pickDates(before) : { [field]: before[field] },
    ...(isDate && after && { became: pickDates(after) }),
  };
}

/**
 * Returns the role that undoing a correction would give back to a credit; undefined if it would give none. `kind` is
 * set only if the correction removed the credit.
 */
export function findRoleToRestore({
  undo,
}: Pick<Correction, 'undo'>): { kind?: 'cast' | 'crew'; role: string } | undefined {
  const parsed = undo === '' ? undefined : Undo.parse(JSON.parse(undo));
  if (parsed?.of === 'removed') return parsed.credit;
  return parsed?.of === 'credit' ? { role: parsed.whose.role } : undefined;
}

/**
 * Restores the archive's value from before a correction.
 *
 * @throws HttpError 409 if the value has been changed since the correction
 */
export async function revertCorrection(tx: DbTransaction, correction: Correction, deciding: Decision): Promise<void> {
  const { now, visitor } = deciding;
  const by = visitor.id;
  if (correction.undo === '') return;
  const undo = Undo.parse(JSON.parse(correction.undo));
  const { show_id, person_id, credit_id } = correction;
  const changed = () =>
    refuse(
      409,
      'What this correction changed has been changed again since, so the correction can’t be undone here. Open the page and edit it by hand.',
    );
  const showId = show_id ?? '';
  if (undo.of === 'added') {
    const here = (await listPrintedCredits(tx, showId)).find(({ id }) => id === undo.credit);
    if (!here || formatCredit(here) !== undo.after) changed();
    await removeCredit(tx, undo.credit, now);
    return;
  }
  if ((await findCurrentArchiveValue(tx, correction)) !== undo.after) changed();
  if (undo.of === 'field' && undo.became) {
    const show = (await findShowEvenIfArchived(tx, showId)) ?? changed();
    if (JSON.stringify(pickDates(show)) !== JSON.stringify(undo.became)) changed();
  }
  if (undo.of === 'removed')
    await restoreCredit(
      tx,
      { ...undo.credit, set_by: undo.credit.set_by === undefined ? by : undo.credit.set_by },
      now,
    );
  if (undo.of === 'credit')
    await reassignCredit(tx, {
      id: credit_id,
      showId,
      whose: { ...undo.whose, set_by: undo.whose.set_by === undefined ? by : undo.whose.set_by },
      now,
    });
  if (undo.of === 'field')
    await saveShow(tx, { id: showId, isNew: false, sent: SaveShowBody.parse(undo.sent), by, ...deciding });
  if (undo.of === 'name')
    await correctName(tx, { id: person_id ?? '', to: undo.name, visitor, now, keepsPrinted: undo.printed });
}
