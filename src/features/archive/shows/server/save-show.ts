import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import {
  type DbReader,
  type DbTransaction,
  runInBatches,
  updateVersionedRow,
} from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { type CalendarDate, formatDate, getLastDay, type Instant } from '#platform/shared/dates/dates.ts';
import { cleanLine, cleanMarkdown } from '#platform/shared/text/clean-line.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import type { SaveShowBody } from '../edit-contract.ts';
import { buildShowFacts, defaultShowFacts, type NewShow, SHOW_TEXT_FIELDS, type ShowTextField } from '../fields.ts';
import { resolveRun } from '../partial-dates.ts';
import { type ChosenNamesakes, findOrCreatePeople } from '../people/server/index.ts';
import { getFirstDate, getLastDate, isCurrentOrUpcoming, type RunFields } from '../run.ts';
import { findOrCreateRolePeople, reconcileCredits } from './edit-credits.ts';
import { findShowEvenIfArchived, toFactColumns } from './store.ts';

/** Lists the days of a show's performances, except cancelled ones. */
export type PerformanceDateLister = (db: DbReader, showId: Id) => Promise<readonly CalendarDate[]>;

/** Called when a show is marked as cancelled, or no longer is. Runs in the same transaction. */
export type ShowCancellationHandler = (
  tx: DbTransaction,
  show: { id: Id; isCancelled: boolean },
  context: { now: Instant },
) => Promise<void>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** The functions that list a show's performance dates, contributed by the feature for performances. */
    performedOn: readonly PerformanceDateLister[];
    /** Handlers that are called when a show is marked as cancelled, or no longer is. */
    showCancellations: readonly ShowCancellationHandler[];
  }
}

/** Creates a function that lists a show's performance dates from all features. */
export const createPerformanceDateLister =
  ({ all }: Pick<Services, 'all'>): PerformanceDateLister =>
  async (db, showId) =>
    (await Promise.all(all('performedOn').map((list) => list(db, showId)))).flat();

type Stored = NonNullable<Awaited<ReturnType<typeof findShowEvenIfArchived>>>;

export interface SaveShowResult {
  id: string;
  title: string;
  updated_at: Instant;
  version: number;
  /** The changed fields, for the audit log. */
  changed: string[];
}

interface Saving {
  id: string;
  isNew: boolean;
  sent: SaveShowBody;
  now: Instant;
  /** Today's date in the society's time zone. */
  today: CalendarDate;
  /** The id of the user who saves the show. */
  by: string;
  performedOn: PerformanceDateLister;
}

/**
 * Saves the given fields, creating the show if `isNew`. If the show has been saved since the given version, nothing is
 * written and `stale` is returned; if it doesn't exist, `gone`.
 * @throws HttpError 400 that names each wrong field
 */
export async function saveShow(
  tx: DbTransaction,
  { id, isNew, sent, now, today, by, performedOn }: Saving,
): Promise<SaveShowResult | 'stale' | 'gone'> {
  const stored = isNew ? undefined : await findShowEvenIfArchived(tx, id);
  if (!isNew && !stored) return 'gone';
  if (
    stored &&
    !(await updateVersionedRow(tx.updateTable('show').where('id', '=', id), getBaseVersion(sent, stored), { by }))
  ) {
    return 'stale';
  }
  const row = buildShowRow(stored, sent);
  // A cancelled show can have any dates, so they are checked when it is no longer cancelled
  if (stored && !row.cancelled && (stored.cancelled || areDatesNew(stored, row)))
    requirePerformancesWithinRun(await performedOn(tx, id), row);
  if (stored)
    await tx
      .updateTable('show')
      .set({ ...row, updated_at: now, revived_by: getRevivedBy(stored, row, { today, by }) })
      .where('id', '=', id)
      .execute();
  else {
    const made = {
      ...{ id, ...row },
      archived_at: null,
      revived_by: null,
      import_key: null,
      version: 1,
      updated_by: by,
    };
    await tx
      .insertInto('show')
      .values({ ...made, created_at: now, updated_at: now })
      .execute();
  }
  const changed = stored ? listChangedFields(stored, row) : ['created'];
  if (sent.roles && (await saveRoles(tx, id, sent.roles, { now, by }))) changed.push('cast and crew');
  return { id, title: row.title, updated_at: now, version: (stored?.version ?? 0) + 1, changed };
}

function buildShowRow(stored: Stored | undefined, sent: SaveShowBody) {
  const faults: Record<string, string> = {};
  const texts = Object.fromEntries(
    SHOW_TEXT_FIELDS.map((field) => [
      field,
      sent[field] === undefined ? (stored?.[field] ?? '') : clean(field, sent[field]),
    ]),
  ) as Record<ShowTextField, string>;
  // Pages show the default poster's URL for a show without artwork. If a save sends that URL back, the show still has
  // no artwork
  if (texts.programme.startsWith(`/posters/${stored?.id}/`)) texts.programme = '';
  if (texts.title === '') faults.title = 'Enter a title.';
  for (const field of ['programme', 'banner', 'noda_review', 'radio_audio'] as const) {
    // Only changed values are validated, because a show from an old archive may have invalid values
    const fault = texts[field] === stored?.[field] ? undefined : validateUrlField(field, texts[field]);
    if (fault) faults[field] = fault;
  }
  const run = resolveRun(stored && { first: getFirstDate(stored), last: getLastDate(stored) }, sent);
  if ('fault' in run) {
    faults[run.field] = `${run.fault}.`;
    return refuse(400, invalidFieldsMessage, faults);
  }
  if (Object.keys(faults).length > 0) return refuse(400, invalidFieldsMessage, faults);
  return {
    ...texts,
    title_key: toSortKey(texts.title),
    first_date: run.first.date,
    first_date_precision: run.first.precision,
    date: run.last.date,
    date_precision: run.last.precision,
    ...toFactColumns(buildShowFacts((fact) => sent[fact] ?? stored?.[fact] ?? defaultShowFacts[fact])),
  };
}

const areDatesNew = (stored: RunFields, row: RunFields) =>
  JSON.stringify([getFirstDate(stored), getLastDate(stored)]) !== JSON.stringify([getFirstDate(row), getLastDate(row)]);

/**
 * Requires that all performances of a show are within its dates.
 *
 * @throws HttpError 400 if a performance is outside them
 */
function requirePerformancesWithinRun(performed: readonly CalendarDate[], run: RunFields): void {
  const days = performed.toSorted();
  const before = days.find((day) => day < run.first_date);
  const after = days.findLast((day) => day > getLastDay(run.date, run.date_precision));
  const fault = (day: CalendarDate) =>
    `There is a performance on ${formatDate(day, 'day')}. Move or cancel it in Manage Bookings first.`;
  if (after !== undefined) refuse(400, invalidFieldsMessage, { date: fault(after) });
  if (before !== undefined) refuse(400, invalidFieldsMessage, { first_date: fault(before) });
}

const invalidFieldsMessage = 'The show wasn’t saved. Check the fields marked below; what you typed is still here.';

const clean = (field: ShowTextField, text: string) => (field === 'text_blob' ? cleanMarkdown(text) : cleanLine(text));

function listChangedFields(stored: Stored, row: ReturnType<typeof buildShowRow>): string[] {
  const before: Record<string, unknown> = { ...stored, ...toFactColumns(stored) };
  return Object.entries(row)
    .filter(([field, value]) => field !== 'title_key' && before[field] !== value)
    .map(([field]) => field);
}

/**
 * Returns the version from which a save began. A client without versions sends the time of the save that it read; the
 * result is 0 if the show has been saved since. Returns undefined if the client sent neither.
 */
function getBaseVersion({ version, updated_at }: SaveShowBody, stored: Stored): number | undefined {
  if (version !== undefined || updated_at === undefined) return version;
  return updated_at === stored.updated_at ? stored.version : 0;
}

/**
 * Returns the user who made a past or cancelled show current again; null if nobody did, or if the show is now past or
 * cancelled.
 */
function getRevivedBy(
  stored: Stored,
  row: ReturnType<typeof buildShowRow>,
  { today, by }: { today: CalendarDate; by: string },
) {
  if (!isCurrentOrUpcoming(row, today)) return null;
  return isCurrentOrUpcoming(stored, today) ? stored.revived_by : by;
}

/** Saves the roles of a show. Returns true if anything changed. */
async function saveRoles(
  tx: DbTransaction,
  showId: string,
  roles: NonNullable<SaveShowBody['roles']>,
  { now, by }: { now: Instant; by: string },
): Promise<boolean> {
  const current = await tx
    .selectFrom('credit')
    .select(['id', 'person_id', 'merged_from', 'kind', 'role', 'ord', 'place', 'printed_as', 'set_by'])
    .where('show_id', '=', showId)
    // If the client sends no credit ids, the stored credits are matched in this order
    .orderBy('ord')
    .orderBy('place')
    .orderBy('id')
    .execute();
  // Yields to other work after each step, because a pageant has thousands of credits
  const wanted = await findOrCreateRolePeople(tx, roles, { showId, now });
  await yieldToEventLoop();
  const toBe = reconcileCredits(current, wanted, by);
  await yieldToEventLoop();
  const before = new Map(current.map((credit) => [credit.id, JSON.stringify(credit)]));
  const untouched = new Set(
    toBe.flatMap((credit) => ('id' in credit && before.get(credit.id) === JSON.stringify(credit) ? [credit.id] : [])),
  );
  const going = current.filter(({ id }) => !untouched.has(id));
  const coming = toBe.filter((credit) => !('id' in credit) || !untouched.has(credit.id));
  await runInBatches(going, (batch) =>
    tx
      .deleteFrom('credit')
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute(),
  );
  const rows = coming.map((credit) => ({ id: newId(), ...credit, show_id: showId }));
  await runInBatches(rows, (batch) => tx.insertInto('credit').values(batch).execute());
  return going.length + coming.length > 0;
}

type UrlField = 'programme' | 'banner' | 'noda_review' | 'radio_audio';

const notAnAddress = 'That doesn’t look like a web address. Paste the full link, starting with “https://”.';
const notAPage = 'That address does something when it is opened. Paste the link of a page.';

/**
 * Returns the reason why an address can't be saved, or undefined. A review must be on an https site; other addresses
 * may also use http, or be on this site.
 */
export function validateUrlField(field: UrlField, address: string): string | undefined {
  if (address === '') return undefined;
  if (isActionUrl(address)) return notAPage;
  if (field !== 'noda_review' && /^\/(?![/\\])\S*$/.test(address)) return undefined;
  if (/\s/.test(address) || !URL.canParse(address)) return notAnAddress;
  const { protocol } = new URL(address);
  if (protocol === 'https:') return undefined;
  return field === 'noda_review' || protocol !== 'http:' ? notAnAddress : undefined;
}

/**
 * Adds shows with their credits, and records `by` as the user who set the credits. People are found by name or created;
 * `chosen` decides between people with the same name. Returns the numbers of new shows, credits and people.
 */
export async function createShows(
  tx: DbTransaction,
  shows: readonly (NewShow & { id?: string })[],
  { now, by = null, chosen }: { now: Instant; by?: Id | null; chosen?: ChosenNamesakes | undefined },
): Promise<{ shows: number; persons: number; credits: number }> {
  const named = shows.flatMap((show) => show.credits.map((credit) => credit.person));
  const { creditedTo, createdCount } = await findOrCreatePeople(tx, named, now, { chosen });

  const withIds = shows.map((show) => ({ ...show, id: show.id ?? newId() }));
  await runInBatches(withIds, (batch) =>
    tx
      .insertInto('show')
      .values(
        batch.map(({ credits: _, archived, ...show }) => ({
          ...show,
          ...toFactColumns(show),
          archived_at: archived ? now : null,
          revived_by: null,
          title_key: toSortKey(show.title),
          created_at: now,
          updated_at: now,
          version: 1,
        })),
      )
      .execute(),
  );

  await yieldToEventLoop();
  const credits = withIds.flatMap((show) => {
    const shared = new Map<string, number>();
    return show.credits.map((credit) => {
      const part = `${credit.kind} ${credit.order} ${credit.role}`;
      const place = shared.get(part) ?? 0;
      shared.set(part, place + 1);
      const { person_id, merged_from, printed_as } = creditedTo(credit.person);
      return {
        id: newId(),
        show_id: show.id,
        person_id,
        merged_from,
        kind: credit.kind,
        role: credit.role,
        ord: credit.order,
        place,
        printed_as: credit.as || printed_as,
        set_by: by,
      };
    });
  });
  await yieldToEventLoop();
  await runInBatches(credits, (batch) => tx.insertInto('credit').values(batch).execute());
  return { shows: withIds.length, persons: createdCount, credits: credits.length };
}
