import { describe, expect, test } from 'vitest';
import { type DemoPerson, parsePerson } from '../people/people.ts';
import { parsePlay } from '../plays/play.ts';
import { type CastingInput, castShow } from './casting.ts';

const company = [
  parsePerson('Ann Hale', 'f', 1950, '1970–', 'Director 1970', 'Ann Stott until 1981'),
  ...Array.from({ length: 30 }, (_, at) => parsePerson(`Player ${at}`, at % 2 ? 'f' : 'm', 1940 + at, '1970–')),
];
const twoHander = parsePlay('A Two-Hander', 'Nobody', 'Comedy', 'f30 She; m30 He; a30 Chorus ×3');
const show = (year: number, more: Partial<CastingInput> = {}): CastingInput => {
  return { key: `${year}`, year, play: twoHander, youth: false, musical: false, ...more };
};
const playing = (role: string, casting: CastingInput, people: DemoPerson[] = company) =>
  castShow(casting, people).filter((credit) => credit.role === role);

describe('a demo show is cast by the actors’ age, membership and kind of part', () => {
  test('a member of the demo directs only after five years of membership', () => {
    expect(playing('Director', show(1974))).toEqual([]);
    expect(playing('Director', show(1975)).map((c) => c.person)).toEqual(['Ann Hale']);
  });

  test('a credit in the demo is printed under the name that the person had that year', () => {
    expect(playing('Director', show(1981)).map((c) => c.as)).toEqual(['Ann Stott']);
    expect(playing('Director', show(1982)).map((c) => c.as)).toEqual(['']);
  });

  test('a chorus has one shared position in the billing', () => {
    expect(playing('Chorus', show(1980)).map((c) => c.order)).toEqual([3, 3, 3]);
  });

  test('a demo cast member with a fixed part gets that part and no second one', () => {
    const settled = show(1980, { cast: { He: 'Player 1' } });
    expect(playing('He', settled).map((c) => c.person)).toEqual(['Player 1']);
    expect(castShow(settled, company).filter((c) => c.person === 'Player 1')).toHaveLength(1);
  });

  test('while a demo show is being cast, it has only the credits that are settled', () => {
    const early = show(1980, { stillCasting: true, crew: { Director: ['Ann Hale'] } });
    expect(castShow(early, company).map((c) => `${c.role}: ${c.person}`)).toEqual(['Director: Ann Hale']);
  });

  test('a demo part for a thirty-year-old stays uncast until somebody is at least eighteen', () => {
    const young = [parsePerson('Young Player', 'f', 1963, '1979–')];
    expect(playing('She', show(1980), young)).toEqual([]);
    expect(playing('She', show(1981), young)).toHaveLength(1);
  });

  test('a show in the demo has a musical director only if it is marked as musical', () => {
    expect(playing('Musical director', show(1980))).toEqual([]);
    expect(playing('Musical director', show(1980, { musical: true }))).toHaveLength(1);
  });

  test('the cast of a demo show is the same whatever the order of the members', () => {
    expect(castShow(show(1980), [...company].reverse())).toEqual(castShow(show(1980), company));
  });
});
