import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeEmail, composeForwardedEmail } from './index.ts';

const siteName = 'Lanternside Players';

test('an email has the same content as text and as HTML, and typed text is escaped', () => {
  const written = composeEmail({
    ...{ subject: 'Look', firstname: 'Ann', siteName },
    before: ['<b>Two</b> pictures:'],
    addresses: ['https://players.example/a', '/b'],
    after: ['That is all.'],
  });
  expect(written.text).toBe(
    'Hello Ann,\n\n<b>Two</b> pictures:\n\nhttps://players.example/a\n/b\n\nThat is all.\n\n-- \nLanternside Players\n',
  );
  expect(written.html).toContain(
    '<p>&lt;b&gt;Two&lt;/b&gt; pictures:</p><p><a href="https://players.example/a">https://players.example/a</a><br>/b</p><p>That is all.</p>',
  );
});

test('quoted text in an email stays as typed', () => {
  expect(
    composeForwardedEmail({ subject: 'Tickets', paragraphs: ['Ann wrote:', 'Two\nlines'], foot: 'Reply to Ann.' }),
  ).toEqual({
    subject: 'Tickets',
    text: 'Ann wrote:\n\nTwo\nlines\n\n-- \nReply to Ann.\n',
  });
});

test('greetings and footers of emails are written only in compose-email.ts', () => {
  const src = join(import.meta.dirname, '../../..');
  const byHand = globSync('**/server/**/*.ts', { cwd: src }).filter(
    (path) => !/\.test\.ts$/.test(path) && /Hello[ ,]|-- \\n/.test(readFileSync(join(src, path), 'utf8')),
  );
  expect(byHand).toEqual(['platform/server/mail/compose-email.ts']);
});
