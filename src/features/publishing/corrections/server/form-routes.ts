import { resolveRun } from '#features/archive/shows/partial-dates.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import { findMergeTarget } from '#features/archive/shows/people/server/index.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import { findShow, listPublicCredits } from '#features/archive/shows/server/index.ts';
import { findPublicPerson } from '#features/publishing/media/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { type CorrectionFormContent, sendCorrection } from '../contract.ts';
import {
  type CorrectableField,
  type CorrectionSubjectType,
  correctableFieldLabels,
  formatCredit,
  isAboutExistingCredit,
  isCorrectableField,
} from '../correction-kinds.ts';
import { findCurrentArchiveValue, formatShowField } from './apply-correction.ts';
import { recordCorrection } from './store.ts';

const title = 'Spotted a mistake?';
const thanks = 'Thank you. Someone will check what you’ve sent, and correct the archive if you’re right.';

type Db = PageRequest['db'];

/**
 * Registers the form for corrections to the archive, and the call that receives them. The form is the same for
 * everyone, so that it can be cached.
 */
export function registerCorrectionFormRoutes({ page, call, db }: RouteRegistry): void {
  page('/corrections/sent', { type: 'correction_form', access: everyone }, () => buildSentPage());
  page('/corrections/show/:id', { type: 'correction_form', access: everyone }, ({ db: reading, params }) =>
    buildFormPage(reading, 'show', params.id),
  );
  page('/corrections/person/:id', { type: 'correction_form', access: everyone }, ({ db: reading, params }) =>
    buildFormPage(reading, 'person', params.id),
  );

  const form = {
    done: '/corrections/sent',
    again: async (
      answer: CorrectionFormContent['answer'],
      typed: Readonly<Record<string, string>>,
      visit: PageRequest,
    ) => {
      const about = typed.about === 'person' ? 'person' : 'show';
      return { ...(await buildFormPage(visit.db, about, typed.of)), answer, typed };
    },
  };
  const options = { access: everyone, rateLimit: 'message', form } as const;
  call(sendCorrection, options, receiveCorrection(db));
}

const receiveCorrection =
  (db: Database): CallHandler<typeof sendCorrection> =>
  async ({ body, now, db: reading }) => {
    const { about, of, website, right, ...fields } = body;
    const show = about === 'show' ? ((await findShow(reading, of)) ?? refuseNotFound()) : undefined;
    const person = about === 'person' ? ((await findPublicPerson(reading, of)) ?? refuseNotFound()) : undefined;
    const subject = { show_id: show?.id ?? null, person_id: person?.id ?? null };
    const line = fields.what === 'other' ? right : cleanLine(right);
    const dateFault = fields.what === 'date' || fields.what === 'first_date' ? findDateError(line) : '';
    if (dateFault) refuse(400, dateFault, { right: dateFault });
    const credit_id = isAboutExistingCredit(fields.what) ? fields.credit : '';
    const was = await findCurrentArchiveValue(reading, { ...subject, what: fields.what, credit_id });
    if (credit_id !== '' && was === '') {
      const gone = 'That credit is no longer in the list. Please choose again.';
      refuse(400, gone, { credit: gone });
    }
    const { credit: _, ...rest } = fields;
    const row = {
      ...rest,
      ...subject,
      id: newId(),
      credit_id,
      right: line,
      was,
      suspect: website === '' ? (0 as const) : (1 as const),
      state: 'open' as const,
      received_at: now,
      decided_at: null,
      decided_by: '',
      undo: '',
    };
    await write(db, (tx) => recordCorrection(tx, row));
    return ok(thanks);
  };

/** Returns the reason why a date can't be applied; "" if the archive can parse it. */
function findDateError(written: string): string {
  const run = resolveRun(undefined, { date: written });
  return 'fault' in run ? `${run.fault}.` : '';
}

const empty = { type: 'correction_form', title, sent: false, now: {}, credits: [], typed: {} } as const;

const buildSentPage = (): CorrectionFormContent => ({
  ...empty,
  credits: [],
  title: 'Thank you',
  about: 'show',
  of: '',
  subject: '',
  link: '/past-shows',
  sent: true,
});

async function buildFormPage(db: Db, about: CorrectionSubjectType, id = ''): Promise<CorrectionFormContent> {
  if (about === 'person') {
    const found = (await findPublicPerson(db, id)) ?? refuseNotFound();
    const current = await findMergeTarget(db, id);
    const person = current ? ((await findPublicPerson(db, current.id)) ?? refuseNotFound()) : found;
    const link = personPath(person.id, person.name);
    return { ...empty, credits: [], about, of: person.id, subject: person.name, link, now: { name: person.name } };
  }
  const show = (await findShow(db, id)) ?? refuseNotFound();
  const fields = Object.keys(correctableFieldLabels).filter(isCorrectableField);
  const now = Object.fromEntries(
    fields.map((field): [CorrectableField, string] => [field, formatShowField(show, field)]),
  );
  const shown = await listPublicCredits(db, show.id);
  const credits = ['cast', 'crew'].flatMap((kind) =>
    shown.filter((credit) => credit.kind === kind).map((credit) => ({ id: credit.id, words: formatCredit(credit) })),
  );
  return {
    ...empty,
    about,
    of: show.id,
    subject: `${show.title}, ${formatRun(show)}`,
    link: showPath(show),
    now,
    credits,
  };
}
