import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPersonNameKey, formatGreetingName, formatPersonName, parsePersonName } from './person-name.ts';

test.each([
  ['BROWN, KATE', 'Kate Brown', 'Kate'],
  ['BROWN,, KATE', 'Kate Brown', 'Kate'],
  ['MRS JEAN POTTS', 'Jean Potts', 'Jean'],
  ['Brown, Mrs Kate', 'Kate Brown', 'Kate'],
  ['Potts, Jean (Mrs)', 'Jean Potts', 'Jean'],
  ['WALTER PINK', 'Walter Pink', 'Walter'],
  ['walter pink', 'Walter Pink', 'Walter'],
  ['Hill, Margaret', 'Margaret Hill', 'Margaret'],
  ['Kate BROWN', 'Kate Brown', 'Kate'],
  ['SMITH, John', 'John Smith', 'John'],
  ['"Lark, Zoë"', 'Zoë Lark', 'Zoë'],
  ['FIONA MCDONALD', 'Fiona McDonald', 'Fiona'],
  ['IAN MACLEOD', 'Ian MacLeod', 'Ian'],
  ['JOE MACKIE', 'Joe Mackie', 'Joe'],
  ["O'BRIEN, SINEAD", "Sinead O'Brien", 'Sinead'],
  ['D’ARCY, MARK', 'Mark D’Arcy', 'Mark'],
  ['ANNE SMITH-JONES', 'Anne Smith-Jones', 'Anne'],
  ['VAN DER BERG, JAN', 'Jan van der Berg', 'Jan'],
  ['LUDWIG VON MISES', 'Ludwig von Mises', 'Ludwig'],
  ['IAN ST JOHN', 'Ian St John', 'Ian'],
  ['JP MORGAN', 'JP Morgan', 'JP Morgan'],
  ['J.R. SMITH', 'J.R. Smith', 'J.R. Smith'],
  ['ANNA NG', 'Anna Ng', 'Anna'],
  ['DI LE', 'Di Le', 'Di'],
  ['JOHN SMITH, MBE', 'John Smith MBE', 'John'],
  ['Potts, Mrs', 'Mrs Potts', 'Mrs Potts'],
  ['MRS POTTS', 'Mrs Potts', 'Mrs Potts'],
  ['Mr & Mrs J Brown', 'Mr & Mrs J Brown', 'Mr & Mrs J Brown'],
  ['Nora and Owen Penn', 'Nora and Owen Penn', 'Nora and Owen'],
  ['Sir Ian Holm', 'Sir Ian Holm', 'Sir Ian Holm'],
  ['BROWN,', 'Brown', 'Brown'],
  ['Cher', 'Cher', 'Cher'],
  // The names below stay as typed
  ['bell Hooks', 'bell Hooks', 'bell'],
  ['Ann De Witt', 'Ann De Witt', 'Ann'],
  ['DJ Macdonald', 'DJ Macdonald', 'DJ Macdonald'],
  ['—', '—', '—'],
])('%s is parsed as %s, and greeted as %s', (text, name, greeting) => {
  expect([formatPersonName(text), formatGreetingName(text)]).toEqual([name, greeting]);
});

test('a title is separated from the first name, and particles stay with the surname', () => {
  expect(parsePersonName('DR MARY ANN VAN DER BERG')).toEqual({
    ...{ title: 'Dr', firstname: 'Mary Ann', lastname: 'van der Berg' },
  });
});

const part = fc.oneof(
  fc.constantFrom('BROWN', 'Kate', 'mrs', 'MRS', 'Dr', 'van', 'DER', 'MCDONALD', "o'brien", 'SMITH-JONES', '&', 'jr'),
  fc.constantFrom(',', ', ', ';', '"', '(Mrs)', 'J.R.', 'İSTANBUL', 'STRAẞE', 'ǅ', 'é', 'É', 'and', 'MACLEOD', 'St'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const typed = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const lettersOf = (text: string) =>
  [...text.normalize('NFC').toUpperCase()].filter((c) => /[\p{L}\p{N}]/u.test(c)).sort();

test('a parsed name keeps every letter, is never empty, and is parsed the same way again', () => {
  fc.assert(
    fc.property(
      typed.filter((text) => /[\p{L}\p{N}]/u.test(text)),
      (text) => {
        const { title, firstname, lastname } = parsePersonName(text);
        expect(lettersOf(`${title}${firstname}${lastname}`)).toEqual(lettersOf(text));
        const name = formatPersonName(text);
        expect(name).not.toBe('');
        expect(formatGreetingName(text)).not.toMatch(/^$|[,;]$/);
        expect(formatPersonName(name)).toBe(name);
        expect(buildPersonNameKey(name)).toBe(buildPersonNameKey(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test('a name whose words all begin with a capital keeps its spelling', () => {
  const word = fc
    .stringMatching(/^[A-Z][a-z]{1,8}$/)
    .filter((one) => !/^(Mr|Mrs|Ms|Mx|Dr|Rev|Prof|Revd|Mstr|Miss|Cllr)$/.test(one));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      expect(formatPersonName(words.join(' '))).toBe(words.join(' '));
    }),
  );
});

test('a suffix such as “II” is added to the surname, but a first name of accented letters is no suffix', () => {
  expect(parsePersonName('Øà, Ìì')).toEqual({ title: '', firstname: 'Ìì', lastname: 'Øà' });
  expect(parsePersonName('Brown, Kate II')).toMatchObject({ firstname: 'Kate', lastname: 'Brown II' });
});
