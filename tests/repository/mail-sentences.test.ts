import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unconditionalMailSentences } from './mail-sentences.ts';

const listed = execFileSync('git', ['ls-files', 'src/features', 'src/platform'], { encoding: 'utf8' });
const sources = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.(test|cases|child)\.tsx?$/.test(path));

/** Mails themselves: somebody who reads one has got it. */
const letters = /\/(emails|ticket-email-texts|renewal-emails|post-mails)\.ts$/;
/** The society's own promises of what it does with data, and texts about writing to it. */
const notices = /\/site\/(legal-texts|privacy-notice)\.ts$/;

/** Sentences that are the same where no mail leaves the site, by their beginnings, and why they are true there too. */
const alwaysTrue: Record<string, readonly string[]> = {
  'Said only after a look at whether mail leaves.': [
    'Nearly there. We’ve sent an email to',
    'If that address has an account, we’ve sent it a link',
    'Nearly done: open the link in the email',
    'Check your email: we have sent you a link.',
    'Check your email',
    'The buyer is told by email.',
    'It is on its way again.',
    'One email is on its way.',
    '… emails are on their way.',
    '… is written to.',
  ],
  'Says that nobody is written to.': [
    'Nobody was written to.',
    '; and, where you have them, email, phone',
    'They let their holders in, and their seats stay taken. The buyer isn’t told',
    '… isn’t written to.',
    'can’t sign in, and hasn’t been told',
    'can’t sign in, and haven’t been told',
    'No mail server is set, so nothing was mailed',
    '… made, and nothing was mailed.',
    'They aren’t told.',
  ],
  'A heading, a choice or an entry of the audit log.': [
    'asked for another email address',
    'Notices by email',
    'Tell me by email of new posts of my shows',
    'Who is written to',
    'What visitors are told',
    'See what was mailed to whom',
    'What the site has mailed to whom',
    'Tell the members of this show by email',
    'Told by email',
    'The members of this show have been told',
    'set a new password by email',
    'Tell the member by email',
    'mailed a user a link to a new password',
    'Another email address',
  ],
  'A rule, true of every mail that is sent at all.': [
    'An email to those who haven’t paid.',
    'Everyone who hasn’t paid was emailed this week, or can’t be emailed',
    'with an account have asked to be told.',
    'One file with everything held about you',
  ],
  'Somebody of the society writes, or has to.': [
    'Accounts are made by invitation here. Write to us',
    ', and we’ll send you one.',
    'No wheelchair spaces are marked for',
    '…: promised to',
    'lists who is still to be told.',
  ],
  'Shown once the link of a mail was opened.': ['From now on you sign in with the new address'],
  'Part of a letter about moved seats.': ['We write again once we know'],
  'Not about mail.': [
    'People who already have an account are matched by email',
    'This is where we tell you what is on',
    'They could not be kept in a file',
    'and will be erased on the day you were told',
    'a quotation mark is out of place',
    'Files on their way',
  ],
};
const beginnings = Object.values(alwaysTrue).flat();

test('no sentence says that somebody is written to, unless it depends on whether mail leaves the site', () => {
  const found = sources
    .filter((path) => !letters.test(path) && !notices.test(path))
    .flatMap((path) =>
      unconditionalMailSentences(path, readFileSync(path, 'utf8')).map((sentence) => ({ path, sentence })),
    );
  expect(found.filter(({ sentence }) => !beginnings.some((beginning) => sentence.startsWith(beginning)))).toEqual([]);
  expect(beginnings.filter((beginning) => !found.some(({ sentence }) => sentence.startsWith(beginning)))).toEqual([]);
});

test('a sentence about mail is found in a call, a template and a screen, and not where a condition knows of mail', () => {
  const found = unconditionalMailSentences(
    'Example.tsx',
    `const a = ok('They are told by email.');
     const b = \`\${name} is told by email.\`;
     const c = describeSending(mail, 'They are told by email.');
     const d = <p>We’ll email {email}{sends_mail ? ' and they are told by email' : ''}{sends_mail && ' by email.'}</p>;`,
  );
  expect(found).toEqual(['They are told by email.', '… is told by email.', 'We’ll email']);
});
