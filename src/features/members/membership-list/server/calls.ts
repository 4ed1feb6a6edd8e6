import { deletePaperMembersOfPerson } from '#features/money/subscriptions/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import { describeQueuedEmail, queueEmail } from '#platform/server/mail/index.ts';
import * as contract from '../contract.ts';
import { remindersPath } from '../table.ts';
import { buildRemindersPage } from './pages.ts';
import { composePaymentReminderEmail, listReminderCandidates, recordManualReminder } from './reminders.ts';

const access = mayUse('membership');

type MembershipCallServices = Pick<Services, 'environment' | 'mailTransport'>;

export function registerMembershipListCalls(registry: RouteRegistry, services: MembershipCallServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  const form: FormPostPages = {
    done: remindersPath,
    again: async (answer, _, visit) => ({ ...(await buildRemindersPage(visit, context.environment)), answer }),
  };
  call(contract.remindMembers, { access, form }, handleRemind(context));
  call(contract.removePaperListMember, { access }, handleRemove(context));
}

type Context = MembershipCallServices & Pick<RouteRegistry, 'db'>;

const handleRemind =
  ({ db, environment, mailTransport: transport }: Context): CallHandler<typeof contract.remindMembers> =>
  async (request) => {
    const { body, today, now, home } = request;
    const { siteName } = await readSettings(db.read);
    const chosen = new Set(body.people);
    const mailIds = new Map([...chosen].map((key) => [key, newId()]));
    const entry = { ...createAuditContext(request, 'membership.reminded') };
    const { sent, left_out, paidCount } = await write(db, async (tx) => {
      const owing = await listReminderCandidates(tx, { today, now, environment });
      const people = owing.filter(({ key }) => chosen.has(key));
      const left_out = people
        .filter(({ skip_reason }) => skip_reason !== '')
        .map(({ name, skip_reason: why }) => ({ name, why }));
      const recipients = people.filter(({ skip_reason }) => skip_reason === '');
      for (const person of recipients) {
        const mailId = mailIds.get(person.key) ?? newId();
        const mail = {
          id: mailId,
          idempotencyKey: `membership reminder ${mailId}`,
          to: person.email,
          fromName: siteName,
        };
        await queueEmail(tx, { ...mail, ...composePaymentReminderEmail(person, { siteName, home }), at: now });
        await recordManualReminder(tx, person.key, now);
        await yieldToEventLoop();
      }
      if (recipients.length > 0) await recordAudit(tx, { ...entry, detail: `${recipients.length}` });
      return { sent: recipients.length, left_out, paidCount: chosen.size - people.length };
    });
    const emails = sent === 1 ? 'One email is on its way.' : `${sent} emails are on their way.`;
    const sentences = [
      sent === 0 ? 'No emails were sent.' : describeQueuedEmail(transport, emails),
      ...(paidCount === 1 ? ['One person is no longer on this list.'] : []),
      ...(paidCount > 1 ? [`${paidCount} people are no longer on this list.`] : []),
      ...left_out.map(({ name, why }) => `${name}: ${why}`),
    ];
    return ok(sentences.join(' '), { sent, left_out });
  };

const handleRemove =
  ({ db }: Context): CallHandler<typeof contract.removePaperListMember> =>
  async (request) => {
    const entry = { ...createAuditContext(request, 'membership.removed') };
    const name = await write(db, async (tx) => {
      const removed = (await deletePaperMembersOfPerson(tx, request.params.id)) ?? refuseNotFound();
      await recordAudit(tx, { ...entry, detail: removed.name });
      return removed.name;
    });
    return ok(`${name} has been removed from the list.`);
  };
