import { fold } from '#platform/shared/text.ts';
import type { ShownParty } from './unsent-marks.ts';

/** Whether every word that is sought begins a word of what is known of a party: its name, reference, seats, needs or note. */
export function isSought({ name, initial, ref, seats, note, needs = [] }: ShownParty, sought: string): boolean {
  const known = fold([name ?? initial, ref ?? '', ...seats, ...needs, note ?? ''].join(' ')).split(' ');
  return fold(sought)
    .split(' ')
    .every((word) => known.some((one) => one.startsWith(word)));
}
