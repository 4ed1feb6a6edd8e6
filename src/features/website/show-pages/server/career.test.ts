import { expect, it } from 'vitest';
import { formatCareer, summariseCareer } from './career.ts';

const did = (show_id: string, kind: 'cast' | 'crew', role: string) => ({ show_id, kind, role });

it('a career counts shows instead of roles, and names the most frequent roles behind the scenes', () => {
  const roles = [
    did('hamlet', 'cast', 'Ophelia'),
    did('hamlet', 'cast', 'A gravedigger'),
    did('hamlet', 'crew', 'Props'),
    did('macbeth', 'crew', 'Stage Manager'),
    did('othello', 'crew', 'Stage manager'),
    did('lear', 'crew', 'ASM'),
    did('lear', 'crew', 'Sound'),
  ];
  const career = summariseCareer(roles);
  expect(career).toEqual({
    on_stage: 1,
    behind_the_scenes: [
      { role: 'Stage Manager', shows: 2 },
      { role: 'ASM', shows: 1 },
    ],
  });
  expect(formatCareer(career, 4)).toBe('on stage in 1, stage manager in 2 and ASM in 1');
});

it('a career says “in all” for work in all of somebody’s shows, otherwise the number of shows', () => {
  expect(formatCareer({ on_stage: 5, behind_the_scenes: [] }, 5)).toBe('on stage in all');
  expect(formatCareer({ on_stage: 0, behind_the_scenes: [{ role: 'Prompter', shows: 2 }] }, 3)).toBe('prompter in 2');
});

it('crew credits without a role are left out of the summary of a career', () => {
  const roles = [did('hamlet', 'crew', ''), did('macbeth', 'crew', ''), did('macbeth', 'crew', 'Props')];
  expect(formatCareer(summariseCareer(roles), 2)).toBe('props in 1');
});
