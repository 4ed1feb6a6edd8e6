import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/texts.ts';
import { fold } from './text.ts';

describe('what a search takes for the same', () => {
  it.each([
    ['A Doll’s House', "a doll's house"],
    ['A Doll’s House', 'a dolls house'],
    ['Les Misérables', 'LES MISERABLES'],
    ['Pride & Prejudice', 'pride and prejudice'],
    ['J. B. Priestley', 'JB Priestley'],
    ['J.B. Priestley', 'JB Priestley'],
    ['Half-Life', 'half life'],
    ['Søren Kierkegaard', 'soren kierkegaard'],
    [' ’Allo   ’Allo! ', 'allo allo'],
  ])('%s = %s', (one, other) => expect(fold(one)).toBe(fold(other)));

  it('keeps non-Latin words and folds punctuation to an empty string', () => {
    expect(fold('Вишнёвый сад')).toBe('вишневыи сад');
    expect(fold('…!?')).toBe('');
  });

  it('gives the same result when applied twice', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 1000 },
    ));
});
