import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, honeypot, id, instant, singleLine, tableState } from '#platform/shared/calls/schemas.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import {
  type CorrectionKind,
  getCorrectionKindLabels,
  isAboutExistingCredit,
  isCorrectableField,
  maxCorrectionLengths,
  personCorrectionKindLabels,
  showCorrectionKindLabels,
} from './correction-kinds.ts';

const correctable = [
  ...new Set([...Object.keys(showCorrectionKindLabels), ...Object.keys(personCorrectionKindLabels)]),
] as [CorrectionKind, ...CorrectionKind[]];
const what = z.enum(correctable, { error: 'Choose what is wrong.' });
const about = z.enum(['show', 'person']);
const state = z.enum(['open', 'applied', 'refused']);

const boundedText = (max: number) =>
  z
    .string()
    .default('')
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim(),
    )
    .pipe(z.string().max(max, `Keep this to ${max.toLocaleString('en-GB')} characters or fewer.`));

/** POST /api/corrections */
export const SendCorrectionBody = z
  .object({
    about,
    of: id,
    what,
    /** The credit that the correction is about, if any. */
    credit: z.union([id, z.literal('')]).default(''),
    right: boundedText(maxCorrectionLengths.right),
    role: singleLine(maxCorrectionLengths.role).default(''),
    cast_or_crew: z.enum(['cast', 'crew']).catch('cast'),
    note: boundedText(maxCorrectionLengths.note),
    name: singleLine(maxCorrectionLengths.name).default(''),
    email: z.union([z.literal(''), email('Enter your email address, or leave this empty.')]).default(''),
    website: honeypot,
  })
  .superRefine(({ about, what, credit, role, ...typed }, refine) => {
    const right = cleanLine(typed.right);
    const say = (path: string, message: string) => refine.addIssue({ code: 'custom', path: [path], message });
    if (!Object.hasOwn(getCorrectionKindLabels(about), what)) say('what', 'Choose what is wrong.');
    if (isAboutExistingCredit(what) && credit === '') say('credit', 'Choose whose credit is wrong.');
    if (what === 'credit' && right === '' && role === '') say('right', 'Enter the correct name, role or both.');
    if (what === 'missing' && right === '') say('right', 'Enter their name.');
    if ((isCorrectableField(what) || what === 'name' || what === 'other') && right === '')
      say('right', 'Enter what it should say.');
  });
export type SendCorrectionBody = z.infer<typeof SendCorrectionBody>;

/** `/corrections/{show|person}/{id}`, and the page after sending without JavaScript. */
export const CorrectionFormContent = z.object({
  type: z.literal('correction_form'),
  title: z.string(),
  about,
  of: z.union([id, z.literal('')]),
  /** The show or person, and the link back to it. */
  subject: z.string(),
  link: z.string(),
  sent: z.boolean(),
  /** The archive's present values, by field. */
  now: z.record(z.string(), z.string()),
  credits: z.array(z.object({ id, words: z.string() })),
  typed: z.record(z.string(), z.string()),
  answer: z
    .object({ code: z.int(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
    .optional(),
});
export type CorrectionFormContent = z.infer<typeof CorrectionFormContent>;

/** A correction as admins see it. */
export const ListedCorrection = z.object({
  id,
  about,
  subject: z.string(),
  /** The page of the show or person; for an archived show, its editor. */
  link: z.string(),
  what,
  /** The archive's present value and the proposed one. */
  now: z.string(),
  to_be: z.string(),
  /** The archive's value when the correction was sent. */
  was: z.string(),
  note: z.string(),
  name: z.string(),
  email: z.string(),
  state,
  suspect: z.boolean(),
  /** True if the correction can be applied with one click. */
  applicable: z.boolean(),
  received: instant,
  decided_by: z.string(),
});
export type ListedCorrection = z.infer<typeof ListedCorrection>;

/** `/members/admin/corrections` */
export const CorrectionsContent = z.object({
  type: z.literal('corrections'),
  title: z.string(),
  table: tableState,
  corrections: z.array(ListedCorrection),
});
export type CorrectionsContent = z.infer<typeof CorrectionsContent>;

/**
 * POST /members/api/corrections/{id}/apply. `now` is the archive's value that the admin saw. If the value has changed
 * since, the correction isn't applied.
 */
export const ApplyCorrectionBody = z.object({ now: z.string().max(5000) });

export const sendCorrection = declareCall('POST', '/api/corrections', { body: SendCorrectionBody });
export const applyCorrection = declareCall('POST', '/members/api/corrections/:id/apply', { body: ApplyCorrectionBody });
export const rejectCorrection = declareCall('POST', '/members/api/corrections/:id/refuse');
/** Undoes a decision and its effect on the archive. */
export const undoCorrection = declareCall('POST', '/members/api/corrections/:id/undo');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    correction_form: CorrectionFormContent;
    corrections: CorrectionsContent;
  }
}
