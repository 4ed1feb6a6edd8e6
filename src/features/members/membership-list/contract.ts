import { z } from 'zod';
import { paymentSources } from '#features/money/ledger/entry.ts';
import { postedFormResponse } from '#features/society/accounts/contract.ts';
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
import { calendarDate, id, tableState } from '#platform/shared/calls/schemas.ts';
import { membershipStatuses, remindableStatuses } from './table.ts';

const optionalDate = calendarDate.or(z.literal(''));
const status = z.enum(membershipStatuses);

/** A row of the membership list. */
export const ListedMember = z.object({
  id,
  name: z.string(),
  /** The name of the payer; "" if the member pays for themselves. */
  payer: z.string(),
  plan: z.string(),
  status,
  paid_until: optionalDate,
  /** The last day on which a membership in its grace period can be paid for. */
  grace_until: optionalDate,
  renews_on: optionalDate,
  paid_by: z.enum([...paymentSources, 'free', '']),
  /** Part payments towards the next year, in pence. */
  part_paid: z.int(),
  /** True if there is a card with which the membership renews. */
  by_card: z.boolean(),
  /**
   * True if the membership is a subscription whose renewal can be cancelled. `id` is then the id of the subscription.
   */
  can_cancel: z.boolean(),
  email: z.string(),
  phone: z.string(),
  /** True if the member has an account. A member for whom another member pays counts as having none. */
  account: z.boolean(),
  /** True if the member has no account, but an invitation that can still be used. */
  invited: z.boolean(),
});
export type ListedMember = z.infer<typeof ListedMember>;

/** `/members/membership` */
export const MembershipListContent = z.object({
  type: z.literal('membership'),
  title: z.string(),
  table: tableState,
  members: z.array(ListedMember),
  /** The number of memberships with each status in the whole list. */
  by_status: z.array(z.object({ status, count: z.int() })),
  /** The number of current memberships with each plan. */
  by_plan: z.array(z.object({ id, name: z.string(), count: z.int() })),
  today: calendarDate,
  /** True if the society claims Gift Aid. */
  gift_aid: z.boolean(),
  /** True if the visitor may send invitations. */
  may_invite: z.boolean(),
});
export type MembershipListContent = z.infer<typeof MembershipListContent>;

/** `/members/membership/reminders`: people who haven't paid, and the text of a reminder. */
export const MembershipRemindersContent = z.object({
  type: z.literal('membership_reminders'),
  title: z.string(),
  /** The status by which the list is filtered; "" for everyone who hasn't paid. */
  status: z.enum(['', ...remindableStatuses]),
  people: z.array(
    z.object({
      /**
       * The payer's normalised email address, which `remindMembers` takes. One email covers everything that the payer
       * owes.
       */
      key: z.string(),
      name: z.string(),
      email: z.string(),
      owing: z.array(z.object({ name: z.string(), plan: z.string(), status, paid_until: optionalDate })),
    }),
  ),
  left_out: z.array(z.object({ key: z.string(), name: z.string(), why: z.string() })),
  /** The reminder to the first person with an account, and to the first person without an account. */
  mails: z.array(z.object({ to: z.string(), account: z.boolean(), subject: z.string(), text: z.string() })),
  /** The reason why no reminders were sent, if the form was posted without JavaScript. */
  answer: postedFormResponse.exactOptional(),
});
export type MembershipRemindersContent = z.infer<typeof MembershipRemindersContent>;

/** The outcome of an import for each row, as a preview or after the import. */
export const MemberImportReport = z.object({
  dry_run: z.boolean(),
  rows: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      to: z.enum(['account', 'new', 'paper', 'known']),
      words: z.string(),
      /** Remarks on cells of the row that were read in an unusual way, or left out. */
      remarks: z.array(z.string()),
    }),
  ),
  /** Rows that are left out: totals, and people who have left, have cancelled, were refunded or haven't paid. */
  skipped: z.array(z.object({ line: z.int(), text: z.string() })),
  refused: z.array(z.object({ line: z.int(), column: z.string(), reason: z.string() })),
  /** Headings of columns that aren't imported. */
  unused: z.array(z.string()),
  questions: importNoteFields.questions,
  /**
   * Groups of rows that may be about the same person: different names at one address, one name at different addresses,
   * or one name several times without an address.
   */
  duplicates: z.array(
    z.object({
      key: z.string(),
      by: z.enum(['address', 'name']),
      lines: z.array(z.int()),
      /**
       * The different names of rows that share an address, or the different addresses of rows that share a name; "" for
       * no address.
       */
      differ: z.array(z.string()),
      /** The address or the name that all these rows share. */
      shared: z.string(),
      /** The visitor's choice; "" before a choice is made. */
      chosen: z.enum(['', 'one', 'several']),
    }),
  ),
  /** Up to 30 names in the plan column that aren't exactly the name of a plan. */
  plan_names: z.array(
    z.object({
      /** Identifies the name in the visitor's choice when it is sent back. */
      key: z.string(),
      /** The name as it is in the list; "" for rows without a plan. */
      name: z.string(),
      lines: z.array(z.int()),
      /**
       * The id of the plan to which the name on the list is matched; "" if the rows are rejected, "none" if they are
       * left out.
       */
      plan_id: z.string(),
    }),
  ),
  /** The society's plans. */
  plans: z.array(z.object({ id, name: z.string() })),
  /** Rows whose "paid until" date is so far ahead that it may be a typing mistake, and the visitor's choice. */
  far_ahead: z.object({
    rows: z.array(z.object({ line: z.int(), name: z.string(), paid_until: calendarDate })),
    chosen: z.enum(['', 'import', 'skip']),
  }),
  ...importReportFields,
});
export type MemberImportReport = z.infer<typeof MemberImportReport>;

/** `/members/membership/import`: imports a paper list that was typed into a spreadsheet. */
export const MembershipImportContent = z.object({
  type: z.literal('membership_import'),
  title: z.string(),
  /** The names of the plans, for the plan column. */
  plans: z.array(z.string()),
  /** The result for a list that was posted without JavaScript. */
  answer: postedFormResponse.exactOptional(),
  report: MemberImportReport.exactOptional(),
});
export type MembershipImportContent = z.infer<typeof MembershipImportContent>;

const list = '/members/api/membership';
const key = z.string().max(254);

const choice = z.string().max(20_000);
const choices = z.union([z.array(choice).max(2_000), choice.transform((one) => [one])]).default([]);

/**
 * The list is sent as `file`, or as `pasted` text with tabs or commas between the cells. `people` has a choice for each
 * duplicate: `one` or `several`, and its key, such as `one address 2,3`. `plans` has a choice for each unclear plan
 * name: a plan's id or `none`, and the name's key. `far_ahead` decides about dates that are far ahead. With `asks` set
 * to 1, nothing is imported before there is a choice for every duplicate and for the dates far ahead.
 */
export const importMemberList = declareCall('POST', `${list}/import`, {
  body: z.object({
    ...importFields,
    answers: importAnswers,
    asks: z.enum(['0', '1']).default('0'),
    pasted: z.string().default(''),
    people: choices,
    plans: choices,
    far_ahead: z.enum(['', 'import', 'skip']).default(''),
  }),
  answers: { 200: z.object({ report: MemberImportReport }), 400: UnusableFile },
});
export const listMemberImports = declareImportListCall(`${list}/import`);
export const undoMemberImport = declareImportUndoCall(`${list}/import/:id/undo`);
/**
 * Sends reminders to people who haven't paid. Leaves out those who have paid in the meantime, were emailed about paying
 * in the last seven days, by hand or automatically, or can't be emailed.
 */
export const remindMembers = declareCall('POST', `${list}/remind`, {
  body: z.object({
    // A form posted without JavaScript sends a single choice as a string, and omits an empty list
    people: z
      .union([z.array(key), key.transform((one) => [one])], 'Choose somebody to email.')
      .pipe(z.array(key).min(1, 'Choose somebody to email.').max(200, 'Email up to 200 people at a time.')),
  }),
  answers: { 200: z.object({ sent: z.int(), left_out: z.array(z.object({ name: z.string(), why: z.string() })) }) },
});
/** Removes somebody without an account from the list. */
export const removePaperListMember = declareCall('DELETE', `${list}/:id`);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    membership: MembershipListContent;
    membership_reminders: MembershipRemindersContent;
    membership_import: MembershipImportContent;
  }
}
