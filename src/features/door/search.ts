import { fold } from '#platform/shared/text.ts';
import type { ShownParty } from './unsent-marks.ts';

/** Whether every word of the search begins a word of the party's name, reference, seats, needs or note. */
export function isSought({ name, initial, ref, seats, note, needs = [] }: ShownParty, sought: string): boolean {
  const known = fold([name ?? initial, ref ?? '', ...seats, ...needs, note ?? ''].join(' ')).split(' ');
  return fold(sought)
    .split(' ')
    .every((word) => known.some((one) => one.startsWith(word)));
}
