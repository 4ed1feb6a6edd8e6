import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { formatRefundRefusal } from './cards.ts';

/** The states of a dispute in which the money is lost. */
const lostDisputeStates = new Set(['LOST', 'ACCEPTED']);
/** The states of a dispute in which the society keeps the money. */
const wonDisputeStates = new Set(['WON', 'INQUIRY_CLOSED']);

interface ExternalRefund {
  kind: 'refund' | 'dispute';
  /** The state of the refund or dispute at Square. */
  state: string;
}

/** Returns true if the money has left the society for good, so that the refund or dispute belongs in the ledger. */
export const isExternalRefundFinal = ({ kind, state }: ExternalRefund): boolean =>
  kind === 'refund' ? state === 'COMPLETED' : lostDisputeStates.has(state);

/** Returns true if a refund or dispute has ended and the society keeps the money. */
export const isExternalRefundVoid = ({ kind, state }: ExternalRefund): boolean =>
  kind === 'refund' ? state === 'REJECTED' || state === 'FAILED' : wonDisputeStates.has(state);

/** The reason why a disputed payment can't be refunded. */
export const disputedPaymentReason = 'The cardholder disputes this payment, so a refund now could pay them twice.';

/** Reasons why a cardholder disputes a payment, by Square's code. */
const disputeReasons: Readonly<Record<string, string>> = {
  AMOUNT_DIFFERS: 'the amount isn’t the one they agreed to',
  CANCELLED: 'they had cancelled',
  DUPLICATE: 'they were charged twice',
  NO_KNOWLEDGE: 'they don’t recognise the payment',
  NOT_AS_DESCRIBED: 'it wasn’t what was described',
  NOT_RECEIVED: 'they didn’t get what they paid for',
  PAID_BY_OTHER_MEANS: 'they had paid in another way',
  CUSTOMER_REQUESTS_CREDIT: 'they were promised a refund',
  EMV_LIABILITY_SHIFT: 'the card’s chip wasn’t read',
};

/** Formats the reason of a dispute as a clause, such as "they had cancelled". "" if the code is unknown. */
export const formatDisputeReason = (code: string): string => disputeReasons[code] ?? '';

/** The details of a refund or dispute that somebody has to decide on. */
export type RefundIssueDetails =
  /** A refund of ours that was refused. `code` is Square's, or `NEVER_ASKED` if Square never got the request. */
  | { kind: 'refused'; pence: number; code: string; on: CalendarDate }
  /** A refund made at Square. `isOurs` is true if the refunded payment is in our ledger. */
  | { kind: 'refund'; pence: number; state: string; on: CalendarDate; isOurs: boolean }
  | {
      kind: 'dispute';
      pence: number;
      state: string;
      reason: string;
      due: CalendarDate | '';
      on: CalendarDate;
      isOurs: boolean;
    };

/** The description of a problem, and what to do about it. */
export interface RefundIssueText {
  says: string;
  todo: string;
}

const unknownPaymentAdvice =
  'This payment wasn’t made on this site. If it was made with a card reader, for example, press “This isn’t ours…”.';
const recordAdvice = 'The society no longer has the money, so record that here. No more money moves.';

/** Formats counts of open issues as sentences without a full stop, one for each kind that occurs. */
export const formatRefundIssueCounts = ({
  refused,
  refund,
  dispute,
  lost,
}: Readonly<Record<RefundIssueDetails['kind'] | 'lost', number>>): string[] => [
  ...(refused > 0 ? [refused === 1 ? 'A refund was refused' : `${refused} refunds were refused`] : []),
  ...(refund > 0
    ? [
        refund === 1
          ? 'A refund made at Square isn’t in our accounts yet'
          : `${refund} refunds made at Square aren’t in our accounts yet`,
      ]
    : []),
  ...(dispute > 0
    ? [dispute === 1 ? 'A cardholder disputes a payment' : `Cardholders dispute ${dispute} payments`]
    : []),
  ...(lost > 0
    ? [lost === 1 ? 'A lost dispute isn’t in our accounts yet' : `${lost} lost disputes aren’t in our accounts yet`]
    : []),
];

/** Formats an issue. `subject` is what the payment was for, such as "order 12, Jo Bloggs". */
export function formatRefundIssue(issue: RefundIssueDetails, subject: string): RefundIssueText {
  const amount = formatMoney(issue.pence);
  const on = formatDate(issue.on, 'day');
  if (issue.kind === 'refused') {
    return {
      says: `The refund of ${amount} for ${subject} failed on ${on}. ${formatRefundRefusal(issue.code)}`,
      todo: 'The society still has the money. Settle the refund here.',
    };
  }
  const of = issue.isOurs ? subject : 'a payment that isn’t in our accounts';
  if (issue.kind === 'refund') {
    return isExternalRefundFinal(issue)
      ? {
          says: `On ${on}, Square refunded ${amount} of ${of}.`,
          todo: issue.isOurs ? `It was refunded in Square’s dashboard. ${recordAdvice}` : unknownPaymentAdvice,
        }
      : {
          says: `On ${on}, Square started to refund ${amount} of ${of}.`,
          todo: issue.isOurs
            ? 'It was started in Square’s dashboard. Once Square has finished, you can record it here.'
            : unknownPaymentAdvice,
        };
  }
  return formatDispute(issue, { amount, of, on });
}

function formatDispute(
  { kind, state, reason, due, isOurs }: Extract<RefundIssueDetails, { kind: 'dispute' }>,
  { amount, of, on }: { amount: string; of: string; on: string },
): RefundIssueText {
  const why = formatDisputeReason(reason);
  const says = `On ${on}, a cardholder disputed ${amount} of ${of}${why ? `: ${why}` : ''}.`;
  if (isExternalRefundFinal({ kind, state })) {
    const how =
      state === 'LOST' ? 'The bank decided for the cardholder.' : 'The dispute was accepted in Square’s dashboard.';
    return { says: `${says} ${how}`, todo: isOurs ? recordAdvice : unknownPaymentAdvice };
  }
  if (!state.endsWith('EVIDENCE_REQUIRED')) {
    return { says, todo: 'The bank is deciding. Don’t refund the payment here meanwhile.' };
  }
  const until = due === '' ? '' : ` by ${formatDate(due, 'day')}`;
  return { says, todo: `Answer the dispute in Square’s dashboard${until}. Don’t refund the payment here meanwhile.` };
}
