import type { ContactSubject } from '#features/administration/messages/contact-form.ts';
import type { createMessage } from '#features/administration/messages/server/index.ts';
import type { PlanForm } from '#features/money/subscriptions/contract.ts';
import type { recordCorrection } from '#features/publishing/corrections/server/index.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';

/** The membership plans, and the messages in the inbox of the demo's admins on the day it is opened. */
export interface PlansAndMessages {
  plans: readonly (PlanForm & { id: Id })[];
  messages: readonly Parameters<typeof createMessage>[1][];
}

export function buildPlansAndMessages(today: CalendarDate): PlansAndMessages {
  const at = (daysAgo: number, time: string) => `${addDays(today, -daysAgo)}T${time}:00.000Z`;
  return {
    plans: [
      plan('Full member', 2500, 'On stage or off it, with a vote at the annual meeting.'),
      plan('Under 18', 1000, 'With a parent’s or guardian’s word. No vote yet.'),
      plan('Friend', 1200, 'Advance booking and the newsletter, and nobody asks you to paint.', today.slice(5, 7)),
    ],
    messages: [
      message('Hannah Osei', 'hannah.osei@mail.example', 'Joining the group', at(1, '20:14'), {
        text: 'I’ve just moved to the village and haven’t acted since school. Is it all right to come along on a Monday and see how it goes? I can sew, if that helps.',
      }),
      message('Colin Baxter', '01632 960177', 'Group Bookings', at(2, '11:05'), {
        text: 'There are 22 of us from the bowls club for the Thursday of Blithe Spirit. Two use wheelchairs. What would be the best row, and is there a price for a party?',
      }),
      message('Mrs J. Prentice', 'j.prentice@mail.example', 'Other', at(6, '16:41'), {
        text: 'My late husband kept every programme from 1974 on. There are two boxes. Would the society like them?',
        isRead: true,
      }),
      message('Tariq Mahmood', 'tariq@mail.example', 'Tickets', at(12, '09:20'), {
        text: 'We couldn’t come on Saturday after all and gave our two seats back at the door. No need to answer: just to say how kindly it was done.',
        isRead: true,
      }),
      {
        kind: 'feedback',
        suspect: false,
        ...from('member@demo.example', 'Daisy Ferrar'),
        id: deriveId('demo feedback calendar'),
        about: 'idea',
        message:
          'Could the rehearsal calls be in the calendar too? I have the performances on my phone now, which is grand.',
        wants_reply: true,
        state: 'new',
        received_at: at(3, '21:48'),
      },
    ],
  };
}

/** Builds a visitor's correction of the oldest show, which says that somebody is missing from the crew. */
export function buildSampleCorrection(
  shows: readonly { id: string; date: CalendarDate }[],
  today: CalendarDate,
): Parameters<typeof recordCorrection>[1] {
  const oldest = shows.reduce((first, show) => (show.date < first.date ? show : first));
  return {
    id: deriveId('demo correction'),
    show_id: oldest.id,
    person_id: null,
    what: 'missing',
    credit_id: '',
    right: 'Joan Prentice',
    role: 'Prompter',
    cast_or_crew: 'crew',
    was: '',
    note: 'She prompted for this one. I have the programme in front of me.',
    name: 'Mrs J. Prentice',
    email: 'j.prentice@mail.example',
    suspect: 0,
    state: 'open',
    received_at: `${addDays(today, -4)}T10:12:00.000Z`,
    decided_at: null,
    decided_by: '',
    undo: '',
  };
}

/**
 * Builds a plan, which renews in September by default. The plan for friends renews in the month in which the demo is
 * opened, so that a renewal is always under way.
 */
const plan = (levelName: string, amount: number, desc: string, renewal_month = '09'): PlanForm & { id: Id } => ({
  id: deriveId(`demo plan ${levelName}`),
  levelName,
  amount,
  desc,
  period: 'yearly',
  renewal_month: renewal_month as PlanForm['renewal_month'],
});

function message(
  name: string,
  contact: string,
  about: ContactSubject,
  received_at: string,
  { text, isRead = false }: { text: string; isRead?: boolean },
): PlansAndMessages['messages'][number] {
  const id = deriveId(`demo message ${name}`);
  return {
    ...{ id, kind: 'contact', user_id: null, name, contact, about, message: text, wants_reply: true, device: '' },
    ...{ suspect: false, state: isRead ? 'seen' : 'new', received_at },
  };
}

const from = (email: string, name: string) => ({
  user_id: deriveId(`demo user ${email}`),
  name,
  contact: email,
  device: '',
});
