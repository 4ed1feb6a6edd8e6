import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { cleanLine } from './clean-line.ts';
import { foldText } from './text.ts';

describe('foldText() makes equivalent spellings equal', () => {
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
  ])('foldText() treats %s and %s as equal', (one, other) => expect(foldText(one)).toBe(foldText(other)));

  it('foldText() removes capitals and accents of non-Latin words, and all punctuation', () => {
    expect(foldText('Вишнёвый сад')).toBe('вишневыи сад');
    expect(foldText('…!?')).toBe('');
  });

  it('applying foldText() again changes nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 1000 },
    ));
});

describe('cleanLine() removes line breaks and invisible characters', () => {
  it.each([
    ['reversed by an override', 'Ann \u202eelaH\u202c', 'Ann elaH'],
    ['with direction marks', '\u2066Ann\u2069 \u200eHale\u200f\u061c', 'Ann Hale'],
    ['with zero-width spaces', 'An\u200bn\u2060 \u180eHale\ufeff', 'Ann Hale'],
    ['with invisible operators', 'Ann\u2061\u2062\u2063\u2064 Hale', 'Ann Hale'],
    ['with a soft hyphen', 'Ann Ha\u00adle', 'Ann Hale'],
    ['with joiners between Latin letters', 'A\u200dnn H\u200cale', 'Ann Hale'],
    ['with joiners at its ends', '\u200dAnn Hale\u200c', 'Ann Hale'],
    ['with joiners next to a blank', 'Ann\u200d \u200dHale', 'Ann Hale'],
    ['with a joiner after an accent', 'Zoe\u0308\u200d', 'Zoë'],
    ['with variations of Latin letters', 'An\ufe0fn\u{e0101} Hale', 'Ann Hale'],
    ['with tags', 'Ann\u{e0041}\u{e0042} Hale', 'Ann Hale'],
    ['with a half of a character', 'Ann\ud83d Hale', 'Ann Hale'],
    ['with line breaks', ' Ann\r\n\u2028Hale\t', 'Ann Hale'],
  ])('a line %s is cleaned by cleanLine()', (_how, typed, stored) => expect(cleanLine(typed)).toBe(stored));

  it.each([
    ['a Persian name', 'علی\u200cرضا'],
    ['a name in Devanagari', 'क्\u200dषिति'],
    ['a name in Sinhala', 'ශ්\u200dරී'],
    ['a name in Hebrew', 'רות כהן'],
    ['an emoji made of several', '👩\u200d🎤'],
    ['an emoji with a skin tone', '👩🏽\u200d🎤'],
    ['a heart', '❤\ufe0f'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a name with marks', 'Nguyễn Thị Minh Khai'],
    ['quotes and dashes', '“Master Harold” … and the Boys – II'],
  ])('cleanLine() leaves %s as it was typed', (_what, name) => expect(cleanLine(name)).toBe(name));

  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('\u200c', '\u200d', '\u202e', '\ufe0f', '\u{1f3f4}', '\u{e0067}', ' ') },
    { weight: 2, arbitrary: fc.constantFrom('a', 'é', 'e\u0301', 'ع', 'َ', 'क', '्', '👩', '1', '-') },
    { weight: 1, arbitrary: anyCharacter },
  );
  const visible = (text: string) => text.normalize('NFD').replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '');

  it('cleanLine() keeps every visible letter, never lengthens a text, and changes nothing the second time', () =>
    fc.assert(
      fc.property(fc.string({ unit: piece }), (text) => {
        const line = cleanLine(text);
        expect(cleanLine(line)).toBe(line);
        expect(visible(line)).toBe(visible(text));
        expect(line.length).toBeLessThanOrEqual(text.normalize('NFC').length);
        expect(line).not.toMatch(
          /[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069]|^\s|\s$|\s\s|\p{Script=Latin}[\u200c\u200d]/u,
        );
      }),
      { numRuns: 2000 },
    ));

  it.each([
    ['tags after a flag', `\u{1f3f4}${'\u{e0067}'.repeat(50_000)}`],
    ['joiners between letters', `ع${'\u200d'.repeat(100_000)}ع`],
    // When a joiner is removed, the marks around it change their order
    ['marks that change places', `क\u0301\u00ad${'\u064e\u200d'.repeat(20_000)}ع`],
  ])('cleanLine() cleans a long line of %s quickly, and changes nothing the second time', (_of, text) => {
    expect(measureProcessorTime(() => cleanLine(text))).toBeLessThan(1000);
    const line = cleanLine(text);
    expect(cleanLine(line)).toBe(line);
  });
});
