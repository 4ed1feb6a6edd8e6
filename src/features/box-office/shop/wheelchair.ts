import type { SeatKind } from '#features/box-office/performances/seat-marks.ts';

interface SeatedPerformance {
  /** "Wednesday 14 April 2027 at 7.30pm". */
  when: string;
  /** True if its seats are numbered: else staff seat people later. */
  numbered: boolean;
  /** Free wheelchair spaces. */
  wheelchair_spaces: number;
  /** True if its plan has any wheelchair space, free or not. */
  has_wheelchair_spaces: boolean;
  /** The seats in the basket. */
  seats: readonly { kind: SeatKind | '' }[];
}

const countSpaces = ({ seats }: SeatedPerformance) => seats.filter(({ kind }) => kind === 'wheelchair').length;

/**
 * Returns the reason why a basket has too few wheelchair spaces, and an alternative; "" if it has one for every
 * wheelchair user, for each performance with numbered seats. A tick alone assigns no space. `wheelchairs` is 0 if they
 * weren't asked for their number.
 */
export function formatWheelchairAdvice(performances: readonly SeatedPerformance[], wheelchairs: number): string {
  const unmarked = performances.find((performance) => !performance.has_wheelchair_spaces);
  if (unmarked) {
    return `No wheelchair spaces are marked for ${unmarked.when}, so we can’t promise you one. Write to us before you book, and we’ll tell you what we can do.`;
  }
  const needed = Math.max(1, wheelchairs);
  const short = performances.find((performance) => performance.numbered && countSpaces(performance) < needed);
  if (!short) return '';
  const spaces = countSpaces(short);
  if (short.wheelchair_spaces + spaces < needed) {
    return `${formatSpacesLeft(short.wheelchair_spaces + spaces)} for ${short.when}. Write to us before you book, or choose another performance.`;
  }
  return spaces === 0
    ? `Your seats for ${short.when} aren’t wheelchair spaces. Choose these tickets again, and say how many of you use a wheelchair.`
    : `Your seats for ${short.when} have ${formatSpaces(spaces)}, and ${needed} of you use a wheelchair. Choose these tickets again.`;
}

const formatSpacesLeft = (spaces: number) =>
  spaces === 0 ? 'No wheelchair space is left' : `Only ${formatSpaces(spaces)} ${spaces === 1 ? 'is' : 'are'} left`;

const formatSpaces = (spaces: number) => (spaces === 1 ? 'one wheelchair space' : `${spaces} wheelchair spaces`);

/** Returns the reason why chosen seats don't suit the wheelchair users of a party; "" if they do. */
export function formatMissingSpaces({ spaces, wheelchairs }: { spaces: number; wheelchairs: number }): string {
  if (spaces >= wheelchairs) return '';
  const users = wheelchairs === 1 ? 'one of you uses' : `${wheelchairs} of you use`;
  const chosen = spaces === 0 ? 'no wheelchair space' : formatSpaces(spaces);
  return `You said that ${users} a wheelchair, and these seats have ${chosen}. Choose wheelchair spaces on the plan, or press “Best together”.`;
}
