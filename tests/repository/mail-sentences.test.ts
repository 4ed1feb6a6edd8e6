import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findUnconditionalMailSentences } from './mail-sentences.ts';

const listed = execFileSync('git', ['ls-files', 'src/features', 'src/platform'], { encoding: 'utf8' });
const sources = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.(test|cases|child)\.tsx?$/.test(path));

/** Matches the files with the texts of emails. Anybody who reads these has received an email. */
const emails = /\/(emails|ticket-email-texts|renewal-emails|post-emails)\.ts$/;
/** Matches the files with the society's promises about its use of data, and with texts about emails to the society. */
const notices = /\/site\/(legal-texts|privacy-notice)\.ts$/;

/** The beginnings of sentences that are true even if the site sends no email, grouped by the reason. */
const alwaysTrue: Record<string, readonly string[]> = {
  'Shown only if the site sends email.': [
    'and emailed to …',
    'Nearly there. We’ve sent an email to',
    'If that address has an account, we’ve sent it a link',
    'Nearly done: open the link in the email',
    'Check your email: we have sent you a link.',
    'Check your email',
    'We’ve emailed the buyer.',
    'One email is on its way.',
    '… emails are on their way.',
    'Saved. Emails are now sent through …',
  ],
  'Says that nobody is emailed.': [
    '; and, where you have them, email, phone',
    'They still admit their holders, and their seats stay taken. The buyer isn’t told',
    'can’t sign in and hasn’t been notified',
    'can’t sign in and haven’t been notified',
    'No mail server is set up, so nothing was emailed',
    'They won’t be notified.',
    'They haven’t been emailed:',
    '… created; nothing was emailed.',
    'Not emailed, because they have paid in the meantime',
    'These people’s seats have changed, and they haven’t been told yet.',
    'This buyer no longer has to be told about seats.',
    'Emails will no longer be delivered',
  ],
  'A heading, a choice or an entry of the audit log.': [
    'asked for another email address',
    'What visitors are told',
    'Emailed to',
    'set a new password by email',
    'Tell the member by email',
    'mailed a user a link to a new password',
    'emailed a user a password reset link',
    'emailed a buyer about moved seats',
  ],
  'True of every email that is sent at all.': [
    'Messages from visitors appear in Messages. If the site can send email, they',
    'This link is no longer valid, so nothing was booked. If we’ve emailed you a newer link',
    'Emailed automatically on …, less than a week ago.',
    'Everyone listed here was reminded in the last seven days, or can’t be emailed',
    'One file with everything we hold about you',
  ],
  'Somebody in the society writes, or has to.': [
    'No wheelchair spaces are marked for',
    '…: promised to',
    'online payments are then refunded, and you see who has to be told.',
  ],
  'Part of an email about moved seats.': ['We’ll write again once we know'],
  'Not about email.': [
    'People who already have an account are matched by email',
    'matched by email address',
    'This is where we’ll tell you what’s on',
  ],
};
const beginnings = Object.values(alwaysTrue).flat();

test('no sentence promises an email unless it depends on whether a mail server is set', () => {
  const found = sources
    .filter((path) => !emails.test(path) && !notices.test(path))
    .flatMap((path) =>
      findUnconditionalMailSentences(path, readFileSync(path, 'utf8')).map((sentence) => ({ path, sentence })),
    );
  expect(found.filter(({ sentence }) => !beginnings.some((beginning) => sentence.startsWith(beginning)))).toEqual([]);
  expect(beginnings.filter((beginning) => !found.some(({ sentence }) => sentence.startsWith(beginning)))).toEqual([]);
});

test('the check finds sentences about email anywhere in the code, except those that depend on a condition', () => {
  const found = findUnconditionalMailSentences(
    'Example.tsx',
    `const a = ok('They are told by email.');
     const b = \`\${name} is told by email.\`;
     const c = describeQueuedEmail(mail, 'They are told by email.');
     const d = <p>We’ll email {email}{sends_mail ? ' and they are told by email' : ''}{sends_mail && ' by email.'}</p>;`,
  );
  expect(found).toEqual(['They are told by email.', '… is told by email.', 'We’ll email']);
});
