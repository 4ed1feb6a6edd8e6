import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deleteExpiredMessages, listMessages } from '#features/administration/messages/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { deleteOldMails, queueEmail } from '#platform/server/mail/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { applyRetentionRules, createRetentionMonthsReader, subtractMonths } from './retention.ts';

const rules = [
  { months: createRetentionMonthsReader('keepMessagesMonths'), deleteOrAnonymise: deleteExpiredMessages },
  { months: createRetentionMonthsReader('keepMailMonths'), deleteOrAnonymise: deleteOldMails },
] as const;
const now = new Date('2026-11-21T12:00:00.000Z');

onEachSite(
  'messages and sent emails are deleted after their retention time, and waiting emails are kept',
  async (on) => {
    const { a, at, db, post } = on;
    const send = (name: string) =>
      post('/api/contact', { name, contact: 'a@b.example', subject: 'Other', message: 'Hello' });
    at('2025-11-20T12:00:00.000Z');
    await send('Long ago');
    at('2026-11-20T12:00:00.000Z');
    await send('Yesterday');
    const mail = { to: 'a@b.example', fromName: '', subject: '', text: '' };
    const written = async (key: string, moment: string) => {
      const id = newId();
      await write(db, (tx) => queueEmail(tx, { ...mail, id, idempotencyKey: key, at: moment }));
    };
    await written('waits', '2024-01-01T00:00:00.000Z');
    await a.mail({ status: 'sent', idempotencyKey: 'left', at: '2024-01-01T00:00:00.000Z' });

    await a.settings({ keepMessagesMonths: 12, keepMailMonths: 0 });
    await applyRetentionRules(db, rules, now);
    expect((await listMessages(db.read)).map(({ name }) => name)).toEqual(['Yesterday']);
    const mails = async () =>
      (await db.read.selectFrom('mail').select('idempotency_key').execute()).map((row) => row.idempotency_key);
    expect(await mails()).toEqual(expect.arrayContaining(['left', 'waits']));

    await a.settings({ keepMailMonths: 3 });
    await applyRetentionRules(db, rules, now);
    expect(await mails()).toContain('waits');
    expect(await mails()).not.toContain('left');
  },
);

test('subtracting months clamps to the last day of a shorter month', () => {
  expect(subtractMonths(new Date('2027-03-31T08:00:00.000Z'), 1)).toBe('2027-02-28T08:00:00.000Z');
  expect(subtractMonths(new Date('2028-03-31T08:00:00.000Z'), 1)).toBe('2028-02-29T08:00:00.000Z');
  expect(subtractMonths(new Date('2026-11-21T12:00:00.000Z'), 12)).toBe('2025-11-21T12:00:00.000Z');
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 120 }), (date, months) => {
      const days = (date.getTime() - Date.parse(subtractMonths(date, months))) / 86_400_000;
      expect(days).toBeGreaterThan(months * 30.4 - 4);
      expect(days).toBeLessThan(months * 30.5 + 4);
    }),
  );
});
