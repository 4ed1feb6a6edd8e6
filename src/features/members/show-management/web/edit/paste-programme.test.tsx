import { expect, test } from 'vitest';
import { parseProgramme } from '#features/archive/shows/notations/parse-programme.ts';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { ProgrammePreview } from './paste-programme.tsx';

const namesakes = [
  { id: 'h', name: 'Ann Hale', also: '', shows: 1, career: '1987, in Hamlet' },
  { id: 'i', name: 'Ann Hale', also: '', shows: 1, career: '2012, in Rope' },
];

test('a pasted list can be added only once somebody has chosen which of two people with one name is meant', () => {
  const noop = () => undefined;
  const render = (chosenIds: Record<string, string>) =>
    renderElementAt(
      '/members/manage_shows/new/x',
      <ProgrammePreview
        list={parseProgramme('Ghost – Ann Hale\nOsric – Bea Orme')}
        known={new Map([['Ann Hale', { name: 'Ann Hale', exact: null, namesakes, near: [] }]])}
        chosenIds={chosenIds}
        onChooseId={noop}
        onChange={noop}
        onAdd={noop}
        onBack={noop}
      />,
      { page: {} as Page<'edit_show'> },
    );
  const isDisabled = (html: string) => /<button[^>]*disabled[^>]*>Add 2 roles/.test(html.replaceAll('<!-- -->', ''));
  const html = render({});
  for (const { career } of namesakes) expect(html).toContain(`1 show, ${career}`);
  expect(html).toContain('choose who this is');
  expect(html.replaceAll('<!-- -->', '')).toContain('1 of them new');
  expect(isDisabled(html)).toBe(true);
  expect(isDisabled(render({ 'Ann Hale': 'i' }))).toBe(false);
  // Somebody who was chosen in an earlier preview has been merged in the meantime
  expect(isDisabled(render({ 'Ann Hale': 'merged' }))).toBe(true);
});
