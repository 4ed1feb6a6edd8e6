import { expect, test } from 'vitest';
import { sendRemindersInBatches } from './reminders-page.tsx';

const people = Array.from({ length: 250 }, (_, at) => `member${at}@players.example`);
const done = (sent: number) => ({ code: 200 as const, msg: `${sent} emails are on their way.`, sent, left_out: [] });

const delivering = { sends_mail: true };

test('reminders to more than 100 people are sent in several calls and counted together', async () => {
  const sent: (readonly string[])[] = [];
  const answer = await sendRemindersInBatches(
    people,
    async (some) => {
      sent.push(some);
      return done(some.length);
    },
    delivering,
  );
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(people);
  expect(answer).toMatchObject({ code: 200, msg: '250 emails are on their way.' });
});

test('a failing call ends the reminders, and the message gives the number of emails already sent', async () => {
  const lost = { code: 0 as const, msg: 'No answer came.' };
  let calls = 0;
  const answer = await sendRemindersInBatches(
    people,
    async (some) => {
      calls += 1;
      return calls === 1 ? done(some.length) : lost;
    },
    delivering,
  );
  expect(calls).toBe(2);
  expect(answer).toEqual({
    code: 0,
    msg: 'No answer came. 100 emails are on their way. Send again to email the rest.',
  });
});

test('the final message counts people who were left out', async () => {
  const answer = await sendRemindersInBatches(people, async (some) => done(some.length === 50 ? 1 : 0), delivering);
  expect(answer).toMatchObject({
    code: 200,
    msg: 'One email is on its way. Not emailed, because they have paid in the meantime or are left out: 249.',
  });
  expect(await sendRemindersInBatches(people, async () => done(0), delivering)).toMatchObject({
    msg: expect.stringMatching(/^No emails were sent\. Not emailed.*: 250\.$/),
  });
});

test('reminders on a site that can’t send email are reported as stored in the mail log', async () => {
  const answer = await sendRemindersInBatches(people, async (some) => done(some.length), { sends_mail: false });
  expect(answer).toMatchObject({
    code: 200,
    msg: 'This site can’t send email: 250 reminders are only stored in the mail log.',
  });
});
