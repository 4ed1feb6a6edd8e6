import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import type { remindMembers } from '../contract.ts';

const batchSize = 100;

/**
 * Sends reminders in as many calls as needed. If a call fails, the message says how many emails were sent before the
 * failure.
 */
export async function remindAll(
  people: readonly string[],
  send: (batch: string[]) => Promise<ResponseOf<typeof remindMembers>>,
  { sends_mail }: { sends_mail: boolean },
): Promise<CallResponse> {
  let sent = 0;
  for (let from = 0; from < people.length; from += batchSize) {
    const answer = await send(people.slice(from, from + batchSize));
    if (people.length <= batchSize) return answer;
    if (answer.code !== 200) {
      const before = sent > 0 ? ` ${formatSent(sent, sends_mail)} Send again to email the rest.` : '';
      return { ...answer, msg: `${answer.msg}${before}` };
    }
    sent += answer.sent;
  }
  const left = people.length - sent;
  const without =
    left > 0
      ? ` ${left.toLocaleString('en-GB')} weren’t emailed, because they have paid in the meantime or are left out.`
      : '';
  return { code: 200, msg: `${formatSent(sent, sends_mail)}${without}` };
}

function formatSent(sent: number, sends_mail: boolean): string {
  if (sent === 0) return 'No emails were sent.';
  if (!sends_mail) return 'No email was sent, because this site can’t send any: each is kept in the mail log.';
  return sent === 1 ? 'One email is on its way.' : `${sent.toLocaleString('en-GB')} emails are on their way.`;
}
