import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { parseInvitationList, parseInvitationListInSteps } from './invitation-list.ts';

const parsePeople = (text: string) =>
  parseInvitationList(text).people.map(({ firstname, lastname, email }) => `${firstname}|${lastname}|${email}`);

test.each([
  ['ann@example.org', ['||ann@example.org']],
  ['Zoë Lark <zoe@example.org>', ['Zoë|Lark|zoe@example.org']],
  ['"Lark, Zoë" <zoe@example.org>', ['Zoë|Lark|zoe@example.org']],
  ['Lark, Zoë <zoe@example.org>', ['Zoë|Lark|zoe@example.org']],
  ['Zoë\tLark\tzoe@example.org\t01632 960118', ['Zoë|Lark|zoe@example.org']],
  ['zoe@example.org\tZoë\tLark', ['Zoë|Lark|zoe@example.org']],
  ['Zoë Lark\tzoe@example.org', ['Zoë|Lark|zoe@example.org']],
  ['Zoë,Lark,zoe@example.org', ['Zoë|Lark|zoe@example.org']],
  ['Zoë;Lark;zoe@example.org', ['Zoë|Lark|zoe@example.org']],
  ['Mary Ann van der Berg, mary@example.org', ['Mary Ann|van der Berg|mary@example.org']],
  ['"Hill, Margaret",margaret@example.org', ['Margaret|Hill|margaret@example.org']],
  ['"BROWN, MRS KATE" <kate@example.org>', ['Kate|Brown|kate@example.org']],
  ['WALTER PINK <walter@example.org>', ['Walter|Pink|walter@example.org']],
  ["SINEAD\tO'BRIEN\tsinead@example.org", ["Sinead|O'Brien|sinead@example.org"]],
  ['a@example.org; b@example.org, C D <c@example.org>', ['||a@example.org', '||b@example.org', 'C|D|c@example.org']],
  ['  • Ann Hale – ann@example.org.', ['Ann|Hale|ann@example.org']],
  ['Ann mailto:ann@example.org', ['Ann||ann@example.org']],
  ['Ada Quill (Secretary) - ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill - Hon. Secretary - ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Secretary: Ada Quill ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill, Treasurer, ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill, 1 High Street, Anytown, ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill, The Old Rectory, Anytown, ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill ada@example.org 01632 960777', ['Ada|Quill|ada@example.org']],
  ['Ada Quill 01632 960777 ada@example.org', ['Ada|Quill|ada@example.org']],
  ['Ada Quill, ada@example.org, 01632 960777', ['Ada|Quill|ada@example.org']],
  ['Ada Quill <ada@example.org> (01632) 960777', ['Ada|Quill|ada@example.org']],
  ['Mary Ann\tHill\tmary@example.org\t12/3/1980', ['Mary Ann|Hill|mary@example.org']],
  ['Surname,First name,Email\nLark,Zoë,zoe@example.org', ['Zoë|Lark|zoe@example.org']],
  ['Email\tName\r\nzoe@example.org\tZoë Lark', ['Zoë|Lark|zoe@example.org']],
])('the people in the pasted text %j are found', (text, people) => {
  expect(parsePeople(text)).toEqual(people);
});

test('unreadable lines are reported with their line numbers, and duplicates are dropped', () => {
  const list = 'ann@example.org\n\nBertie Wooster\nbad@nowhere\nAnn Hale <ANN@example.org>';
  expect(parseInvitationList(list)).toEqual({
    people: [{ firstname: 'Ann', lastname: 'Hale', email: 'ann@example.org' }],
    unread: [
      { line: 3, text: 'Bertie Wooster', why: 'There’s no email address on this line.' },
      { line: 4, text: 'bad@nowhere', why: '“bad@nowhere” isn’t an email address.' },
    ],
    repeated: 1,
  });
});

/** Generates a capitalised name that parsing leaves unchanged. */
const word = fc
  .stringMatching(/^[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ'’-]{0,9}[a-zà-öø-ÿ]$/)
  .filter(
    (text) =>
      !/^(m(r|rs|s|x|iss|str)|dr|prof|revd?|cllr|j(r|nr|p)|s(r|nr)|ii+|iv|esq|[omckb][beE]?[em]|phd)$/i.test(text),
  );
const person = fc.record({ firstname: word, lastname: word, at: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,8}$/) });
const lineFormats: ((some: { firstname: string; lastname: string; email: string }) => string)[] = [
  ({ firstname, lastname, email }) => `${firstname} ${lastname} <${email}>`,
  ({ firstname, lastname, email }) => `"${lastname}, ${firstname}" <${email}>`,
  ({ firstname, lastname, email }) => `${firstname}\t${lastname}\t${email}`,
  ({ firstname, lastname, email }) => `${email}, ${firstname} ${lastname}`,
  ({ firstname, lastname, email }) => `\u00a0${firstname}, ${lastname} , ${email}\u200b`,
];

test('every person on a pasted list is found, in any mix of line formats', () => {
  const lines = fc.uniqueArray(fc.tuple(person, fc.nat(lineFormats.length - 1)), {
    selector: ([{ at }]) => at,
    maxLength: 30,
  });
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n', '\n\n'), (people, between) => {
      const all = people.map(([{ at, ...name }]) => ({ ...name, email: `${at}@example.org` }));
      const text = people.map(([, way], n) => lineFormats[way]?.(all[n] ?? { firstname: '', lastname: '', email: '' }));
      expect(parseInvitationList(text.join(between))).toEqual({ people: all, unread: [], repeated: 0 });
    }),
  );
});

test('people found in any text have an address from that text and names without control characters', () => {
  const bits = fc.oneof(
    fc.string(),
    fc.constantFrom('@', '<', '>', ',', '\t', '\n', 'a@b.example', 'Zoë', '\u202e', '"'),
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 60 }), (typed) => {
      const { people, unread } = parseInvitationList(typed.join(''));
      for (const { email, firstname, lastname } of people) {
        expect(typed.join('').replace(/\p{Cf}/gu, '')).toContain(email);
        expect(`${firstname}${lastname}`).not.toMatch(/[\p{Cc}\u202e@<>]/u);
      }
      for (const { line, why } of unread) expect([line > 0, why.length > 0]).toEqual([true, true]);
    }),
  );
});

test('a list of two thousand people is parsed in less than two seconds of processor time', () => {
  const list = Array.from({ length: 2000 }, (_, n) => `Zoë\tLark ${n}\tzoe.${n}@example.org\r\n`).join('');
  expect(measureProcessorTime(() => expect(parseInvitationList(list).people).toHaveLength(2000))).toBeLessThan(2000);
});

test.each([
  ['letters', 'a'.repeat(200_000)],
  ['addresses', 'a@b.co '.repeat(28_000)],
  ['ends of addresses', `${'a'.repeat(100_000)}@${'.'.repeat(99_000)}`],
  ['brackets and blanks', `<${' '.repeat(100_000)}`.repeat(2)],
  ['blanks', `a@b.co${' '.repeat(190_000)}x`],
  ['quotation marks', `a@b.co '${'“"'.repeat(95_000)}x`],
  ['single letters', 'x\n'.repeat(100_000)],
])('parsing a pasted list of only %s takes less than 1.5 seconds of processor time', (_, list) => {
  expect(measureProcessorTime(() => parseInvitationList(list))).toBeLessThan(1500);
});

test.each([
  ['quoted letters', '"a'.repeat(90_000)],
  ['quoted letters around an address', `${'"a'.repeat(90_000)} a@b.co`],
  ['cells around an address', `${'a,'.repeat(90_000)}a@b.co`],
  ['cells', `email${',a'.repeat(90_000)}`],
  ['addresses on a line', 'a@b.co '.repeat(28_000)],
  ['addresses of one letter', '@'.repeat(190_000)],
  ['letters', 'a'.repeat(200_000)],
])('parsing a list of %s in steps takes less than 50 ms of processor time per step', (_, list) => {
  const steps = parseInvitationListInSteps(list);
  let longest = 0;
  for (let done = false; !done; ) {
    longest = Math.max(
      longest,
      measureProcessorTime(() => {
        done = steps.next().done === true;
      }),
    );
  }
  expect(longest).toBeLessThan(50);
});

test('a name of more than 2,000 characters is ignored, and its address is still parsed', () => {
  expect(parsePeople(`Ann Ox${' x'.repeat(2000)} <ann@b.example>`)).toEqual(['||ann@b.example']);
});

test('an address is parsed in brackets with spaces, after “mailto:”, and before full stops or a semicolon', () => {
  expect(parsePeople('Ann Ox < ann@b.example >, mailto:bo@b.example.., Cy <MAILTO:cy@b.example>;')).toEqual([
    'Ann|Ox|ann@b.example',
    '||bo@b.example',
    'Cy||cy@b.example',
  ]);
});
