import { z } from 'zod';
import { sources } from '#features/money/ledger/entry.ts';
import { answer } from '#features/society/accounts/forms.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, tableState } from '#platform/shared/calls/schemas.ts';
import { importFields, importReportFields, UnusableFile } from '#platform/shared/imports.ts';
import { membershipStatuses, unpaidStatuses } from './table.ts';

const dayOrNone = calendarDate.or(z.literal(''));
const status = z.enum(membershipStatuses);

/** Somebody in the list. */
export const ListedMember = z.object({
  id,
  name: z.string(),
  /** The payer, if it is somebody else; "" if they pay themselves. */
  payer: z.string(),
  plan: z.string(),
  status,
  paid_until: dayOrNone,
  /** The last day on which an overdue payment can be made. */
  grace_until: dayOrNone,
  renews_on: dayOrNone,
  paid_by: z.enum([...sources, 'free', '']),
  /** Pence of part payments that have bought no year yet. */
  part_paid: z.int(),
  /** True if it renews with a card. */
  by_card: z.boolean(),
  /** True if it is a subscription that renews, so that its renewal can be cancelled by its id. */
  can_cancel: z.boolean(),
  email: z.string(),
  phone: z.string(),
  /** True if they have an account of their own. Somebody whom another member pays for has none. */
  account: z.boolean(),
  /** True if they have been invited to make one. */
  invited: z.boolean(),
});
export type ListedMember = z.infer<typeof ListedMember>;

/** `/members/membership` */
export const MembershipList = z.object({
  type: z.literal('membership'),
  title: z.string(),
  table: tableState,
  members: z.array(ListedMember),
  /** The number of people with each status, of all. */
  by_status: z.array(z.object({ status, count: z.int() })),
  /** The number of members by each plan; others have it only in the past. */
  by_plan: z.array(z.object({ id, name: z.string(), count: z.int() })),
  today: calendarDate,
  /** True if the society claims Gift Aid. */
  gift_aid: z.boolean(),
  /** True if the visitor may invite people. */
  may_invite: z.boolean(),
});
export type MembershipList = z.infer<typeof MembershipList>;

/** `/members/membership/reminders`: people who haven't paid, and the text of a reminder. */
export const MembershipReminders = z.object({
  type: z.literal('membership_reminders'),
  title: z.string(),
  /** The status that the list is narrowed to; "" for all who haven't paid. */
  status: z.enum(['', ...unpaidStatuses]),
  people: z.array(
    z.object({
      /** The address that chooses them: one mail is about all that somebody pays for. */
      key: z.string(),
      name: z.string(),
      email: z.string(),
      owing: z.array(z.object({ name: z.string(), plan: z.string(), status, paid_until: dayOrNone })),
    }),
  ),
  left_out: z.array(z.object({ key: z.string(), name: z.string(), why: z.string() })),
  /** The reminder for the first of them with an account, and for the first without. */
  mails: z.array(z.object({ to: z.string(), account: z.boolean(), subject: z.string(), text: z.string() })),
  /** The reason why no reminders were sent, if the form was posted without JavaScript. */
  answer: answer.exactOptional(),
});
export type MembershipReminders = z.infer<typeof MembershipReminders>;

/** The outcome of an import for each row of a list, planned or done. */
export const ListReport = z.object({
  dry_run: z.boolean(),
  rows: z.array(
    z.object({ line: z.int(), name: z.string(), to: z.enum(['account', 'new', 'paper', 'known']), words: z.string() }),
  ),
  refused: z.array(z.object({ line: z.int(), column: z.string(), reason: z.string() })),
  /** Columns that mean nothing here. */
  unused: z.array(z.string()),
  /** Rows that may be about one person: different names at one address, or one name at different addresses. */
  duplicates: z.array(
    z.object({
      key: z.string(),
      by: z.enum(['address', 'name']),
      lines: z.array(z.int()),
      /** The names, or the addresses, that differ; "" for no address. */
      differ: z.array(z.string()),
      /** The address or the name that they share. */
      shared: z.string(),
      /** The visitor's choice about them; "" until it is made. */
      chosen: z.enum(['', 'one', 'several']),
    }),
  ),
  ...importReportFields,
});
export type ListReport = z.infer<typeof ListReport>;

/** `/members/membership/import`: a list on paper, typed into a spreadsheet. */
export const MembershipImport = z.object({
  type: z.literal('membership_import'),
  title: z.string(),
  /** The plans that the list's column may name. */
  plans: z.array(z.string()),
  /** The result for a list that was posted without JavaScript. */
  answer: answer.exactOptional(),
  report: ListReport.exactOptional(),
});
export type MembershipImport = z.infer<typeof MembershipImport>;

const list = '/members/api/membership';
const key = z.string().max(254);

const choice = z.string().max(20_000);

/**
 * The list comes as `file`, or its rows as `pasted` text, with tabs or commas between the cells. `people` says for each
 * duplicate, by key, if it is one person: `one address 2,3`. With `asks` nothing is imported until all of them are
 * chosen.
 */
export const importList = declareCall('POST', `${list}/import`, {
  body: z.object({
    ...importFields,
    asks: z.enum(['0', '1']).default('0'),
    pasted: z.string().default(''),
    people: z.union([z.array(choice).max(2_000), choice.transform((one) => [one])]).default([]),
  }),
  answers: { 200: z.object({ report: ListReport }), 400: UnusableFile },
});
/** Sends reminders to those who haven't paid, except to people who have paid since, or were reminded this week. */
export const remindMembers = declareCall('POST', `${list}/remind`, {
  body: z.object({
    // A browser's own form sends one person as a text, and none not at all
    people: z
      .union([z.array(key), key.transform((one) => [one])], 'Choose somebody to write to.')
      .pipe(z.array(key).min(1, 'Choose somebody to write to.').max(200, 'Write to up to 200 at a time.')),
  }),
  answers: { 200: z.object({ sent: z.int(), left_out: z.array(z.object({ name: z.string(), why: z.string() })) }) },
});
/** Takes somebody without an account off the list. */
export const removePaperMember = declareCall('DELETE', `${list}/:id`);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    membership: MembershipList;
    membership_reminders: MembershipReminders;
    membership_import: MembershipImport;
  }
}
