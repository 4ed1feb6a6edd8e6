import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { getMotifsForGenre, MOTIF_NAMES } from './designs.ts';
import type { PlacedLine } from './lines.ts';
import { INK_SET_NAMES, INKS } from './motifs/drawing.ts';
import {
  composePoster,
  computePosterVersion,
  POSTER_SIZE,
  type PosterOverrides,
  type PosterSubject,
  renderPoster,
} from './poster.ts';
import { createTypesetter, openShapingFont } from './set-line.ts';
import { splitOffSubtitle } from './title-layout.ts';
import { getGlyphPath, type LayoutBox, loadTypeface, toCapitals, toDrawableText } from './typesetting.ts';

const testFonts = new URL('../../../../../../tests/support/fonts/', import.meta.url);

const show = (known: Partial<PosterSubject> = {}): PosterSubject => ({
  id: 'b1ithe-Spirit-27',
  title: 'Blithe Spirit',
  author: 'Noël Coward',
  genre: 'Comedy',
  society: 'Lanternside Players',
  when: '14–17 April 2027',
  ...known,
});

/** Any text that a form, an import or a malicious user may send. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'AWmgy,Q(’') as fc.Arbitrary<string>, maxLength: 60 }),
  fc
    .array(fc.constantFrom('the', 'of', 'Wild', 'Oats', 'and', 'Murder', 'I', '(again)', '–', '13¾', '&'), {
      maxLength: 40,
    })
    .map((words) => words.join(' ')),
  fc.constantFrom(
    '',
    ' ',
    '<script>alert(1)</script>',
    ']]>',
    '"><svg onload="x"',
    '\u0000\u0007\ud800',
    '🎭',
    'W'.repeat(5000),
    'Wild Oats, '.repeat(500),
    '(((((((Everyman',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllll',
  ),
);
const subject = fc.record({ id: text, title: text, author: text, genre: text, society: text, when: text });
const choices: fc.Arbitrary<PosterOverrides> = fc.record(
  {
    motif: fc.constantFrom(...MOTIF_NAMES),
    inks: fc.constantFrom(...INK_SET_NAMES),
    face: fc.constantFrom('serif', 'condensed'),
    above: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('any show’s data can be drawn as a poster', () => {
  test('a poster is one well-formed SVG without anything executable', () => {
    fc.assert(
      fc.property(subject, choices, (anyShow, anyChoices) => {
        const svg = renderPoster(anyShow, anyChoices);
        expect(faultIn(svg)).toBe('');
        expect(svg).not.toMatch(/<(script|image|foreignObject|style|a)\b|\son\w+="|NaN|Infinity|undefined/);
      }),
      { numRuns: 150 },
    );
  });

  test('a poster’s letters stay within the margins and overlap neither the picture nor another line', () => {
    fc.assert(
      fc.property(subject, choices, (anyShow, anyChoices) => {
        const { lines, rules, art } = composePoster(anyShow, anyChoices);
        for (const box of [...lines.map(inkOf), ...rules]) {
          expect(box.left).toBeGreaterThanOrEqual(39.9);
          expect(box.right).toBeLessThanOrEqual(POSTER_SIZE.width - 39.9);
          expect(box.top).toBeGreaterThanOrEqual(20);
          expect(box.bottom).toBeLessThanOrEqual(POSTER_SIZE.height - 15);
          expect(overlap(box, art)).toBe(false);
        }
        expect(art.bottom - art.top).toBeGreaterThan(180);
        const letters = lines.map(lettersOf);
        letters.forEach((line, i) => {
          for (const other of letters.slice(i + 1))
            for (const letter of line) for (const foreign of other) expect(overlap(letter, foreign)).toBe(false);
          for (const rule of rules) for (const letter of line) expect(overlap(letter, rule)).toBe(false);
        });
      }),
      { numRuns: 150 },
    );
  });

  test('a poster’s text in a font from the folder stays within the margins and overlaps no picture', () => {
    const font = openShapingFont(readFileSync(new URL('hebrew.ttf', testFonts)));
    if (!font) throw new Error('The font can’t be opened');
    const word = fc.string({ unit: fc.constantFrom(...'הקמצןמוליירab12(),.-') as fc.Arbitrary<string>, maxLength: 40 });
    const words = fc.array(word, { maxLength: 12 }).map((list) => `ה ${list.join(' ')}`);
    fc.assert(
      fc.property(words, words, choices, (title, author, anyChoices) => {
        const { lines, art } = composePoster(show({ title, author }), anyChoices, (text, face) =>
          createTypesetter(text, face, font),
        );
        expect(lines.length).toBeGreaterThan(2);
        for (const line of lines) {
          const { left, top, right, bottom } = inkOf(line);
          expect(left).toBeGreaterThanOrEqual(39.9);
          expect(right).toBeLessThanOrEqual(POSTER_SIZE.width - 39.9);
          expect(top).toBeGreaterThanOrEqual(20);
          expect(bottom).toBeLessThanOrEqual(POSTER_SIZE.height - 15);
          expect(overlap(inkOf(line), art)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a show with the same data always has the same poster with the same version', () => {
    fc.assert(
      fc.property(subject, choices, (anyShow, anyChoices) => {
        expect(renderPoster({ ...anyShow }, { ...anyChoices })).toBe(renderPoster(anyShow, anyChoices));
        expect(computePosterVersion({ ...anyShow }, { ...anyChoices })).toBe(computePosterVersion(anyShow, anyChoices));
      }),
      { numRuns: 40 },
    );
  });
});

test('the text of a poster has a contrast of at least 4.5:1 in every set of inks', () => {
  for (const name of INK_SET_NAMES)
    expect([name, contrast(INKS[name].ground, INKS[name].text) >= 4.5]).toEqual([name, true]);
});

test('a poster’s version changes with the show’s id and anything shown on the poster, and is safe in a path', () => {
  const versions = [
    computePosterVersion(show()),
    ...(['id', 'title', 'author', 'genre', 'society', 'when'] as const).map((field) =>
      computePosterVersion(show({ [field]: 'Other' })),
    ),
    ...[{ motif: 'door' }, { inks: 'sage' }, { face: 'serif' }, { above: true }, { above: false }].map((choice) =>
      computePosterVersion(show(), choice as PosterOverrides),
    ),
  ];
  expect(new Set(versions).size).toBe(versions.length);
  for (const version of versions) expect(version).toMatch(/^[\w-]{12}$/);
});

test('each poster number gives a different poster, and the number 0 gives the default one', () => {
  const posters = [1, 2, 3, 4, 5].map((poster_number) => renderPoster(show({ poster_number })));
  expect(new Set([renderPoster(show()), ...posters]).size).toBe(6);
  expect(renderPoster(show({ poster_number: 0 }))).toBe(renderPoster(show()));
});

test('choosing the inks leaves the poster’s picture and its position unchanged', () => {
  const before = composePoster(show());
  const after = composePoster(show(), { inks: 'frost' });
  expect(after.inks).toBe(INKS.frost);
  expect([after.motif, after.art]).toEqual([before.motif, before.art]);
});

test('a recognised genre, however it is worded, limits the pictures for a poster; any other genre allows all', () => {
  expect(getMotifsForGenre('Thriller')).toContain('keyhole');
  expect(getMotifsForGenre('Thriller')).not.toContain('festoon');
  expect(getMotifsForGenre('Murder mystery')).toEqual(getMotifsForGenre('thriller'));
  expect(getMotifsForGenre('Pantomime')).toEqual(getMotifsForGenre('Comedy'));
  expect(getMotifsForGenre('Something else')).toEqual(MOTIF_NAMES);
});

test('small words in a poster’s title are in italics on lines of their own, unless the title ends with them', () => {
  const texts = (title: string, face: 'serif' | 'condensed' = 'serif') =>
    composePoster(show({ title, author: '', society: '', when: '' }), { face }).lines.map(
      ({ line }) => `${line.face}: ${line.text}`,
    );
  expect(texts('The Importance of Being Earnest')).toEqual([
    'italic: the',
    'serif: Importance',
    'italic: of being',
    'serif: Earnest',
  ]);
  expect(texts('Dial M for Murder', 'condensed')).toEqual(['condensed: DIAL M', 'italic: for', 'condensed: MURDER']);
  expect(texts('What’s It For')).not.toContain('italic: for');
  expect(texts('The')).toEqual(['serif: The']);
  expect(texts('A Skull in Connemara (The Leenane Trilogy)').at(-1)).toBe('italic: The Leenane Trilogy');
});

test('a number or punctuation mark in a poster’s title stays on the line of its word', () => {
  const lines = (title: string) =>
    composePoster(show({ title, author: '', society: '', when: '' }), { face: 'serif' }).lines;
  const texts = (title: string) => lines(title).map(({ line }) => line.text);
  expect(texts('Blackadder II')).toEqual(['Blackadder II']);
  expect(texts('Henry IV Part I')).toEqual(['Henry IV', 'Part I']);
  expect(texts('Shock !')).toEqual(['Shock!']);
  expect(texts('The Man Most Likely To …').at(-1)).toBe('Likely To…');
  expect(texts('Once Again…......."An Evening"')[0]).toBe('Once Again…');
  expect(texts('The King and I').at(-1)).toBe('King and I');
});

test('the sign between the two titles of a double bill is in italics on its own line', () => {
  const { lines } = composePoster(show({ title: 'Black Comedy / White Liars', author: '', society: '', when: '' }));
  expect(lines.map(({ line }) => `${line.face}: ${line.text}`)).toEqual([
    'serif: Black Comedy',
    'italic: /',
    'serif: White Liars',
  ]);
});

test('a title with many small words keeps its main words large', () => {
  const sizes = composePoster(show({ title: 'The Long and the Short and the Tall', author: '', society: '', when: '' }))
    .lines.filter(({ line }) => line.face !== 'italic')
    .map(({ line, size }) => (size * (line.ink.right - line.ink.left)) / line.em);
  expect(Math.min(...sizes)).toBeGreaterThan(450);
});

test('a title of twenty-four words is broken into lines without trying all 2²³ ways', () => {
  const title = Array.from({ length: 24 }, (_, i) => `Wor${i}`).join(' ');
  expect(measureProcessorTime(() => renderPoster(show({ title })))).toBeLessThan(500);
});

test('a subtitle in brackets or after a dash is separated from its title', () => {
  expect(splitOffSubtitle('Shadow Play (Tonight at 8:30)')).toEqual({ head: 'Shadow Play', aside: 'Tonight at 8:30' });
  expect(splitOffSubtitle('Little Boxes – The Coffee Lace')).toEqual({
    head: 'Little Boxes',
    aside: 'The Coffee Lace',
  });
  expect(splitOffSubtitle(toDrawableText('Revue -Stop Gap', loadTypeface('serif')))).toEqual({
    head: 'Revue',
    aside: 'Stop Gap',
  });
  expect(splitOffSubtitle('Semi-Detached')).toEqual({ head: 'Semi-Detached', aside: '' });
});

/** Letters beyond A to Z, from languages in which societies and plays have names. */
const alphabets = {
  Welsh: 'âêîôûŵŷẃẅẁẁÿ',
  'Irish in the old spelling': 'ḃċḋḟġṁṗṡṫáéíóú',
  Polish: 'ąćęłńóśźż',
  'Czech and Slovak': 'áäčďéěíĺľňóôŕřšťúůýž',
  Hungarian: 'áéíóöőúüű',
  Turkish: 'çğıöşü',
  Romanian: 'ăâîșț',
  Maltese: 'ċġħż',
  Latvian: 'āčēģīķļņšūž',
  Icelandic: 'áðéíóúýþæö',
  Vietnamese: 'ăâđêôơưạảấầậẹếệịọốộợụứựỵỹ',
  Hausa: 'ɓɗƙƴ',
  Greek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΐϋΰ',
  Ukrainian: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
} as const;

test.each(Object.entries(alphabets))('every letter of %s has its own outline in each typeface', (_, letters) => {
  for (const name of ['serif', 'condensed', 'italic', 'imprint'] as const) {
    const face = loadTypeface(name);
    const text = name === 'serif' || name === 'italic' ? letters : toCapitals(letters);
    expect(toDrawableText(text, face)).toBe(text);
    const outlines = new Map([...text].map((letter) => [letter, getGlyphPath(letter, face)]));
    expect(new Set(outlines.values()).size).toBe(outlines.size);
    for (const [letter, outline] of outlines) {
      const plain = letter.normalize('NFD').charAt(0);
      if (plain !== letter) expect(outline).not.toBe(getGlyphPath(plain, face));
    }
  }
});

test('letters keep their accents, emojis are left out, and a text with a letter that no typeface has isn’t drawn', () => {
  const serif = loadTypeface('serif');
  expect(toDrawableText('Łódź, Y Tŵr a’r Đặng', serif)).toBe('Łódź, Y Tŵr a’r Đặng');
  expect(toDrawableText('AGED 13⅞', serif)).toBe('AGED 13 7/8');
  expect(toDrawableText('"Up \'n\' Under"\u00a0🎭 ❤️', serif)).toBe('“Up ’n’ Under”');
  expect(toDrawableText('Hamlet 日本', serif)).toBe('');
  expect(toDrawableText('x\u0331', serif)).toBe('');
});

test('a poster whose title can’t be drawn still has its author and date', () => {
  const { lines } = composePoster(show({ title: '羅生門 Rashōmon', author: 'Ada Quill', when: '3 May 2027' }));
  const text = lines.map(({ line }) => line.text).join(' ');
  expect(text.toLowerCase()).toContain('ada quill');
  expect(text).toContain('3 MAY 2027');
  expect(text).not.toMatch(/Rash/i);
});

test('a change to the drawing of posters needs a new DRAWING number, because posters are cached for ever', () => {
  const all = MOTIF_NAMES.map((motif, i) =>
    renderPoster(show({ id: `show ${i}` }), { motif, above: i % 2 === 0 }),
  ).join('');
  expect(createHash('sha256').update(all).digest('hex').slice(0, 16)).toBe('9d577f845776add1');
});

function inkOf({ line, size, x, y }: PlacedLine): LayoutBox {
  const scale = size / line.em;
  const { left, top, right, bottom } = line.ink;
  return { left: x + left * scale, top: y + top * scale, right: x + right * scale, bottom: y + bottom * scale };
}

function lettersOf(placed: PlacedLine): LayoutBox[] {
  return placed.line.letters.map((ink) => inkOf({ ...placed, line: { ...placed.line, ink } }));
}

function overlap(a: LayoutBox, b: LayoutBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns the errors that an XML parser would find in a file of elements and attributes; "" if there are none. */
function faultIn(xml: string): string {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-z]+)((?: [a-z-]+[A-Z]?[a-z]*="(?:[^<&"]|&(?:amp|lt|gt|quot|#39);)*")*)(\/?)>/gi,
    (_, close: string, name: string, attributes: string, empty: string) => {
      const names = [...attributes.matchAll(/ ([\w-]+)=/g)].map(([, attribute]) => attribute);
      if (close && open.pop() !== name) return `</${name}> closes nothing`;
      if (!close && !empty) open.push(name);
      return new Set(names).size === names.length ? '' : `<${name}> says something twice`;
    },
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't carry
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u.test(xml);
  return rest + open.join(' ') + (forbidden ? 'a character XML forbids' : '');
}

function contrast(one: string, other: string): number {
  const [dark = 0, pale = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (pale + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
