import { expect, test } from 'vitest';
import { applyDuplicateChoices, type DuplicateChoice, findListDuplicates } from './import-questions.ts';
import type { PaperListRow } from './paper-list.ts';

const rowsOf = (...people: readonly (readonly [name: string, email?: string])[]) =>
  people.map(([name, email = ''], index) => {
    const row: PaperListRow = {
      ...{ line: index + 2, name, email, phone: '', plan_id: 'full', amount: 2500, paid_on: '' as const },
      ...{ how: '' as const, paid_until: '2026-08-31' },
    };
    return { ...row, email_key: email.toLowerCase() };
  });
const chosen = (rows: ReturnType<typeof rowsOf>, choice: DuplicateChoice) => {
  const duplicates = findListDuplicates(rows);
  const after = applyDuplicateChoices(rows, duplicates, new Map(duplicates.map(({ key }) => [key, choice])));
  return after.map(({ name, email, namesake = '' }) => `${name} ${email}${namesake}`.trim());
};

test('different names at one address are reported once, and imported as one person or several, as chosen', () => {
  const rows = rowsOf(
    ['John Smith', 'j.smith@home.example'],
    ['John Smith', 'J.SMITH@home.example'],
    ['Joan Smith', 'j.smith@HOME.example'],
  );
  expect(findListDuplicates(rows)).toEqual([
    {
      ...{ key: 'address 2,3,4', by: 'address', lines: [2, 3, 4] },
      ...{ differ: ['John Smith', 'Joan Smith'], shared: 'j.smith@home.example' },
    },
  ]);
  expect(new Set(chosen(rows, 'one'))).toEqual(new Set(['John Smith j.smith@home.example']));
  expect(chosen(rows, 'several')[2]).toBe('Joan Smith j.smith@HOME.example');
});

test('two rows with one name, of which one has no address, are imported as one person or two, as chosen', () => {
  const rows = rowsOf(['Bob Lee'], ['Bob Lee', 'bob@home.example']);
  expect(findListDuplicates(rows)).toMatchObject([{ by: 'name', lines: [2, 3], differ: ['', 'bob@home.example'] }]);
  expect(chosen(rows, 'one')).toEqual(['Bob Lee bob@home.example', 'Bob Lee bob@home.example']);
  expect(chosen(rows, 'several')).toEqual(['Bob Lee 0', 'Bob Lee bob@home.example']);
});

test('two rows with one name and no address are imported as one person or two, as chosen', () => {
  const rows = rowsOf(['Bob Lee'], ['Ann Hale'], ['Bob Lee']);
  expect(chosen(rows, 'one')).toEqual(['Bob Lee', 'Ann Hale', 'Bob Lee']);
  expect(chosen(rows, 'several')).toEqual(['Bob Lee 0', 'Ann Hale', 'Bob Lee 1']);
});

test('neither several payments of one person nor people with nothing in common are duplicates', () => {
  expect(
    findListDuplicates(rowsOf(['Ann Hale', 'ann@home.example'], ['Ann Hale', 'ann@home.example'], ['Bob Lee'])),
  ).toEqual([]);
});
