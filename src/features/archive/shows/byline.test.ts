import { expect, test } from 'vitest';
import { extractAuthorName, formatByline } from './byline.ts';

test.each([
  ['Henrik Ibsen', 'by Henrik Ibsen'],
  ['by Henrik Ibsen', 'by Henrik Ibsen'],
  ['By Henrik Ibsen', 'by Henrik Ibsen'],
  ['Byron Howard', 'by Byron Howard'],
  ['devised by Laura Day', 'devised by Laura Day'],
  ['Adapted from the story by W. W. Jacobs', 'adapted from the story by W. W. Jacobs'],
  ['a Limelight Script, adapted by Amy Blane', 'a Limelight Script, adapted by Amy Blane'],
  ['Screenplay by Tom Stoppard', 'screenplay by Tom Stoppard'],
  ['A. A. Milne', 'by A. A. Milne'],
  ['Terry Pratchett, adapted by Stephen Briggs', 'by Terry Pratchett, adapted by Stephen Briggs'],
  ['  ', ''],
])('the author "%s" is printed as "%s"', (author, line) => expect(formatByline(author)).toBe(line));

test.each([
  ['Henrik Ibsen', 'Henrik Ibsen'],
  ['by Henrik Ibsen', 'Henrik Ibsen'],
  ['Terry Pratchett, adapted by Stephen Briggs', 'Terry Pratchett'],
  ['Ian Gower & Paul Carpenter Adapted from the original series', 'Ian Gower & Paul Carpenter'],
  ['devised by Laura Day', ''],
  ['', ''],
])('the author "%s" names the person "%s"', (author, named) => expect(extractAuthorName(author)).toBe(named));
