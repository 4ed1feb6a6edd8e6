import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PasswordInput } from './password-input.tsx';

const src = join(import.meta.dirname, '../../../..');
const screens = globSync('**/*.tsx', { cwd: src })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));

test('a password field first hides its text, has a button to show it, and isn’t spell-checked', () => {
  const html = renderToString(<PasswordInput name="password" autoComplete="current-password" />);
  expect(html).toMatch(/<input[^>]* type="password"/);
  expect(html).toMatch(/<button type="button" aria-pressed="false">.*Show password/);
  // A spell checker may send the typed text to another company
  expect(html).toMatch(/<input[^>]* spellcheck="false"/i);
});

test('every password field has an autocomplete value for password managers', () => {
  const fields = screens.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/<PasswordInput\b([\s\S]*?)\/>/g), ([, given = '']) => ({ file, given })),
  );
  expect(fields.length).toBeGreaterThan(6);
  expect(fields.filter(({ given }) => !/autoComplete="(current|new)-password"/.test(given))).toEqual([]);
  const own = screens.filter(({ file, text }) => /type="password"/.test(text) && !file.endsWith('password-input.tsx'));
  expect(own.map(({ file }) => file)).toEqual([]);
});

test('no screen with a password field intercepts pasting', () => {
  const asking = screens.filter(({ text }) => text.includes('PasswordInput'));
  expect(asking.length).toBeGreaterThan(5);
  const pasting = asking.filter(({ text }) => /onPaste|onBeforeInput|['"]paste['"]/.test(text));
  expect(pasting.map(({ file }) => file)).toEqual([]);
});
