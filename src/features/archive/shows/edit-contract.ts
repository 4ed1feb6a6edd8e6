import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  declareImportListCall,
  declareImportUndoCall,
  importAnswers,
  importFields,
  importNoteFields,
  importReportFields,
  UnusableFile,
} from '#platform/shared/calls/imports.ts';
import {
  calendarDate,
  currentVersionFields,
  id,
  instant,
  precision,
  requiredSingleLine,
  singleLine,
  version,
} from '#platform/shared/calls/schemas.ts';
import { buildShowTextFields, POSTER_COUNT, type ShowFactName, type ShowFacts } from './fields.ts';

const text = z.string();
export const posterNumberField = z
  .int()
  .min(0)
  .max(POSTER_COUNT - 1);
const facts = z.object({
  cancelled: z.boolean(),
  poster_number: posterNumberField,
} satisfies { [F in ShowFactName]: z.ZodType<ShowFacts[F]> });

export const ShowDetails = z.object({
  /** The show's id; "" for a new show. */
  id: z.union([id, z.literal('')]),
  ...buildShowTextFields(text),
  /** "" for a show that has no date yet. */
  date: z.union([calendarDate, z.literal('')]),
  date_precision: precision,
  first_date: z.union([calendarDate, z.literal('')]),
  first_date_precision: precision,
  ...facts.shape,
  /** True if the show is archived. Only people who manage shows see an archived show. */
  archived: z.boolean(),
  /** The time of the last save, or "" for a new show. */
  updated_at: z.union([instant, z.literal('')]),
  /** The version; a save based on an older version is refused. 0 for a new show. */
  version: z.int(),
  /** The URL of the show's default poster, shown if the show has no artwork. */
  poster: text,
});
export type ShowDetails = z.infer<typeof ShowDetails>;

/**
 * A person in a role. `credit` is the id of the credit; `as` is the printed name if it differs from the present `name`,
 * otherwise "".
 */
export const RolePerson = z.object({ credit: id, id, name: text, as: text });
export type RolePerson = z.infer<typeof RolePerson>;

/** A role of a show with its people, in the data of the show's editor. */
export const ShowRole = z.object({
  role: text,
  cast_or_crew: z.enum(['cast', 'crew']),
  orderVal: z.int(),
  /** The ids of the people with this role. */
  members: z.array(id),
  /** The same people, with their printed names. */
  people: z.array(RolePerson),
});
export type ShowRole = z.infer<typeof ShowRole>;

/** The stored show, sent when a save conflicts with it. */
export const CurrentShow = z.object({
  showDetails: ShowDetails,
  currentRoles: z.array(ShowRole),
  ...currentVersionFields,
});
export type CurrentShow = z.infer<typeof CurrentShow>;

/** Values and crew roles that shows use, suggested for fields that also accept any other text. */
export const ShowFieldSuggestions = z.object({
  genres: z.array(text),
  seasons: z.array(text),
  showTypes: z.array(text),
  venues: z.array(text),
  companies: z.array(text),
  roles: z.array(text),
});
export type ShowFieldSuggestions = z.infer<typeof ShowFieldSuggestions>;

const maxLineLength = 1000;
const line = z
  .string()
  .max(maxLineLength, `Keep this to ${maxLineLength.toLocaleString('en-GB')} characters or fewer.`)
  .nullish()
  .transform((value) => (value === undefined ? undefined : (value ?? '')));

const RoleToSave = z.object({
  role: z
    .string()
    .max(maxLineLength, `Keep each role to ${maxLineLength.toLocaleString('en-GB')} characters or fewer.`),
  cast_or_crew: z.enum(['cast', 'crew']),
  orderVal: z.int().min(-1_000_000).max(1_000_000),
  members: z
    .array(
      z.union([
        id,
        z.object({
          credit: z.union([id, z.literal('')]).optional(),
          /** The id of an existing person; without it, `name` finds or creates a person. */
          id: z.union([id, z.literal('')]).optional(),
          name: z.string().max(maxLineLength).optional(),
          as: z.string().max(maxLineLength).optional(),
        }),
      ]),
    )
    .max(2000, 'That’s too many people for one role.'),
});

/**
 * POST /members/api/manage_shows/{showId}: the protocol's fields plus our own. A field that isn't sent stays unchanged,
 * so a client that knows only the protocol loses neither roles nor our fields.
 */
export const SaveShowBody = z.object({
  ...buildShowTextFields(line),
  text_blob: z
    .string()
    .max(100_000, 'Keep this to 100,000 characters or fewer.')
    .nullish()
    .transform((value) => (value === undefined ? undefined : (value ?? ''))),
  date: line,
  date_precision: precision.optional(),
  first_date: line,
  first_date_precision: precision.optional(),
  ...facts.partial().shape,
  roles: z.array(RoleToSave).max(3000, 'That’s too many roles for one show.').optional(),
  /** The version that was opened for editing. A save without this and without `updated_at` overwrites any version. */
  version: version.optional(),
  /** The version that was opened for editing, identified by the time of the save that created it. */
  updated_at: z.string().max(40).optional(),
});
export type SaveShowBody = z.infer<typeof SaveShowBody>;

/** `/members/admin/add-show-member`: the form that adds a person to a show. */
export const AddShowMemberContent = z.object({
  type: z.literal('add_show_member'),
  title: text,
  shows: z.array(z.object({ id, title: text, date: calendarDate, date_precision: precision })),
  /** The most frequent crew roles in shows, as suggestions. */
  roles: z.array(text),
});
export type AddShowMemberContent = z.infer<typeof AddShowMemberContent>;

/** POST /members/api/admin/add_show_member */
export const AddShowMemberBody = z
  .object({
    show: z.union([id, z.literal('')]),
    cast_or_crew: z.enum(['cast', 'crew']),
    role: requiredSingleLine('Enter the person’s role.', maxLineLength),
    /** The id of an existing person; without it, `name` finds or creates a person. */
    person: z.union([id, z.literal('')]).default(''),
    name: singleLine(200).default(''),
  })
  .refine(({ show }) => show !== '', { path: ['show'], message: 'Choose the show.' })
  .refine(({ person, name }) => person !== '' || name !== '', { path: ['name'], message: 'Choose or enter a name.' });
export type AddShowMemberBody = z.infer<typeof AddShowMemberBody>;

/** The result of an import, or of its preview. */
export const ShowImportResult = z.object({
  dryRun: z.boolean(),
  shows: z.int(),
  /** The titles of the first new shows, each with its date. */
  titles: z.array(z.string()),
  /** The number of rows that match existing shows. */
  here: z.int(),
  /** The number of existing shows whose missing details are filled in. */
  filled: z.int(),
  /** The numbers of new people and credits. */
  persons: z.int(),
  credits: z.int(),
  /** The number of refused rows; `refusals` has the first of them. */
  refused: z.int(),
  refusals: z.array(z.object({ line: z.int(), column: z.string(), reason: z.string() })),
  /** The number of pairs of similar names; `nearNames` has the first of them. */
  near: z.int(),
  nearNames: z.array(z.tuple([z.string(), z.string()])),
  /** The headings of columns that weren't used. */
  unused: z.array(z.string()),
  /** The names of the first new people, A to Z. */
  new_people: z.array(z.string()),
  ...importNoteFields,
  /** The number of remarks of each kind, including those that aren't among the first ones in `notes`. */
  note_counts: z.object({ skipped: z.int(), check: z.int(), read: z.int() }),
  /** The number of rows that aren't refused; `rows` has the first of them. */
  rows_total: z.int(),
  /** The first rows, with the result of each. */
  rows: z.array(
    z.object({ line: z.int(), title: z.string(), date: z.string(), to: z.enum(['new', 'known', 'filled']) }),
  ),
  ...importReportFields,
});
export type ShowImportResult = z.infer<typeof ShowImportResult>;

const show = '/members/api/manage_shows/:showId';

/** Saves a show; with the id `new`, creates one. */
export const saveShow = declareCall('POST', show, {
  body: SaveShowBody,
  answers: {
    200: z.object({ id, updated_at: instant, version: z.int(), url: z.string() }),
    409: z.object({ current: CurrentShow }),
  },
  once: true,
});
export const archiveShow = declareCall('POST', `${show}/archive`);
export const unarchiveShow = declareCall('POST', `${show}/restore`);
export const addShowMember = declareCall('POST', '/members/api/admin/add_show_member', { body: AddShowMemberBody });
/** Imports shows from a spreadsheet, which is sent as `file`, or previews the import. */
export const importShows = declareCall('POST', '/members/api/manage_shows_import', {
  body: z.object({ ...importFields, answers: importAnswers }),
  answers: { 200: z.object({ report: ShowImportResult }), 400: UnusableFile },
});
export const listShowImports = declareImportListCall('/members/api/manage_shows_import');
export const undoShowImport = declareImportUndoCall('/members/api/manage_shows_import/:id/undo');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    add_show_member: AddShowMemberContent;
  }
}
