import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShowDetails } from '#features/archive/shows/edit-contract.ts';
import { buildTextFields, defaultFacts } from '#features/archive/shows/fields.ts';
import { diffShowDrafts, formatShowPart, mergeShowDrafts } from './merge-drafts.ts';
import { type ShowDraft, toSaveShowBody, toShowDraft } from './show-draft.ts';

const details: ShowDetails = {
  id: 'AAAAAAAAAAAAAAAA',
  ...buildTextFields(''),
  title: 'Hamlet',
  date: '1987-04-11',
  date_precision: 'day',
  first_date: '1987-04-08',
  first_date_precision: 'day',
  ...defaultFacts,
  archived: false,
  updated_at: '2026-11-21T12:00:00.000Z',
  version: 3,
  poster: '',
};
const word = fc.constantFrom('', 'a', 'b', 'c');
const someone = fc.record({
  key: fc.constant('k'),
  credit: fc.constant(''),
  id: word,
  name: word,
  as: fc.constant(''),
});
const draft: fc.Arbitrary<ShowDraft> = fc
  .record({
    title: word,
    author: word,
    cancelled: fc.boolean(),
    poster_number: fc.nat(9),
    roles: fc.array(
      fc.record({
        key: word,
        kind: fc.constantFrom('cast' as const, 'crew' as const),
        role: word,
        people: fc.array(someone, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ title, author, cancelled, poster_number, roles }) => {
    const plain = toShowDraft({ showDetails: details, currentRoles: [] });
    return { ...plain, texts: { ...plain.texts, title, author }, cancelled, poster_number, roles };
  });

test('when drafts of a show are merged, a part that only one side changed keeps that change', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, mine, theirs) => {
      for (const choice of ['mine', 'theirs'] as const) {
        const choices = { title: choice, author: choice, cancelled: choice, poster_number: choice, roles: choice };
        const both = mergeShowDrafts(base, mine, theirs, choices);
        for (const part of ['title', 'author', 'cancelled', 'poster_number', 'roles'] as const) {
          const [was, my, their, now] = [base, mine, theirs, both].map((one) => formatShowPart(one, part));
          if (was === my) expect(now).toBe(their);
          else if (was === their) expect(now).toBe(my);
          else expect(now).toBe(choice === 'mine' ? my : their);
        }
      }
    }),
  );
});

test('drafts with the same changes have no differences, and a change by one side is no conflict', () => {
  fc.assert(
    fc.property(draft, draft, (base, mine) => {
      expect(diffShowDrafts(base, mine, mine)).toEqual([]);
      expect(diffShowDrafts(base, mine, base).every(({ isConflict }) => !isConflict)).toBe(true);
    }),
  );
});

test('a draft of a show contains dates as text, and a show’s only date just once', () => {
  expect(toShowDraft({ showDetails: details, currentRoles: [] }).texts).toMatchObject({
    date: '11 April 1987',
    first_date: '8 April 1987',
  });
  const year = {
    ...details,
    date: '1987-01-01',
    first_date: '1987-01-01',
    date_precision: 'year',
    first_date_precision: 'year',
  } as const;
  expect(toShowDraft({ showDetails: year, currentRoles: [] }).texts).toMatchObject({ date: '1987', first_date: '' });
});

test('saved roles are numbered separately for cast and crew, and empty rows are left out', () => {
  const plain = toShowDraft({ showDetails: details, currentRoles: [] });
  const row = (kind: 'cast' | 'crew', role: string) => ({ key: role, kind, role, people: [] });
  const body = toSaveShowBody(
    { ...plain, roles: [row('cast', 'Hamlet'), row('crew', 'Lights'), row('cast', ''), row('cast', 'Ghost')] },
    0,
  );
  expect(body.roles).toMatchObject([
    { role: 'Hamlet', orderVal: 1 },
    { role: 'Lights', orderVal: 1 },
    { role: 'Ghost', orderVal: 3 },
  ]);
  expect(body).not.toHaveProperty('version');
});
