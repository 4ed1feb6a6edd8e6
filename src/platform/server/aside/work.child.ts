// What the tests of `aside` have done.
import { answering } from './answering.ts';

answering(async (asked: string): Promise<string> => {
  if (asked === 'for ever') for (;;);
  if (asked === 'fill the memory') for (const all: number[][] = []; ; ) all.push(Array(100_000).fill(all.length + 0.5));
  if (asked === 'fail') throw new Error('This is what it was asked for.');
  if (asked === 'leave') process.exit(0);
  return `done ${asked}`;
});
