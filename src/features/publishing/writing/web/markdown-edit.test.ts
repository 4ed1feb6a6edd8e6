import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFormatting } from './markdown-edit.ts';

/** Parses a text in which ⟦⟧ marks the selection: `a⟦b⟧c` is the text "abc" with "b" selected. */
function at(marked: string) {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  return { text: marked.replace(/[⟦⟧]/g, ''), start, end };
}
const shown = ({ text, start, end }: ReturnType<typeof at>) =>
  `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;

test.each([
  ['bold', 'Bring ⟦boots⟧.', 'Bring **⟦boots⟧**.'],
  ['bold', 'Bring **⟦boots⟧**.', 'Bring ⟦boots⟧.'],
  ['bold', 'Bring ⟦⟧', 'Bring **⟦bold text⟧**'],
  ['italic', '⟦boots⟧', '_⟦boots⟧_'],
  ['link', 'See ⟦the rota⟧.', 'See [the rota](⟦https://⟧).'],
  ['link', '⟦⟧', '[link text](⟦https://⟧)'],
  ['list', 'One\n⟦Two\nThree⟧\nFour', 'One\n⟦- Two\n- Three⟧\nFour'],
  ['list', '⟦- Two\n- Three⟧', '⟦Two\nThree⟧'],
  ['numbers', '⟦- Two\n- Three⟧', '⟦1. Two\n2. Three⟧'],
  ['heading', 'Act ⟦⟧one', '⟦## Act one⟧'],
  ['subheading', 'Act ⟦⟧one', '⟦### Act one⟧'],
  ['quote', '⟦⟧', '⟦> ⟧'],
  ['table', 'Calls:⟦⟧ Bring boots.', 'Calls:\n\n| ⟦First⟧ | Second |\n| --- | --- |\n|  |  |\n\nBring boots.'],
] as const)('the button %s turns “%s” into “%s”', (formatting, before, after) => {
  expect(shown(applyFormatting(at(before), formatting))).toBe(after);
});

test('adding bold or italics to a text and removing it again leaves the text unchanged', () => {
  const phrase = fc.stringMatching(/^[a-z ]{1,12}$/);
  fc.assert(
    fc.property(phrase, phrase, phrase, fc.constantFrom('bold', 'italic'), (before, chosen, after, mark) => {
      const text = { text: before + chosen + after, start: before.length, end: before.length + chosen.length };
      expect(applyFormatting(applyFormatting(text, mark), mark)).toEqual(text);
    }),
  );
});
