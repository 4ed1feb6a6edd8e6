import { fold } from '../../platform/shared/text.ts';

/** A credit as it is kept. */
export interface KeptCredit {
  id: string;
  person_id: string;
  merged_from: string | null;
  kind: 'cast' | 'crew';
  role: string;
  ord: number;
  /** Among those who share the role. */
  place: number;
  printed_as: string;
  /** The user who gave it. */
  set_by: string | null;
}

/** A person of a role as it is sent; already found among the people there are. */
export interface WantedPerson {
  /** Which of the show's credits this is; "" when the sender doesn't say. */
  credit: string;
  person_id: string;
  merged_from: string | null;
  /** As printed; undefined leaves that as it is. */
  printed_as: string | undefined;
}

export interface WantedRole {
  kind: 'cast' | 'crew';
  role: string;
  ord: number;
  people: readonly WantedPerson[];
}

/**
 * The credits of a show after a save. Someone who had a credit keeps it, and with it how it was printed, though the
 * role is called otherwise or stands elsewhere; the same person stands in one role once. New ones have no id. A part that
 * somebody didn't have before is given by whoever saves (`by`).
 */
export function creditsToBe(
  kept: readonly KeptCredit[],
  roles: readonly WantedRole[],
  by: string,
): (KeptCredit | Omit<KeptCredit, 'id'>)[] {
  const free = new Map(kept.map((credit) => [credit.id, credit]));
  const wanted = roles.flatMap(({ people, ...role }) => people.map((person) => ({ ...role, person })));
  const found = new Map<(typeof wanted)[number], KeptCredit>();
  const claim = (fits: (credit: KeptCredit, want: (typeof wanted)[number]) => boolean) => {
    for (const want of wanted) {
      if (found.has(want)) continue;
      const theirs = [...free.values()].find(
        (credit) => credit.person_id === want.person.person_id && fits(credit, want),
      );
      if (!theirs) continue;
      found.set(want, theirs);
      free.delete(theirs.id);
    }
  };
  claim((credit, want) => credit.id === want.person.credit);
  claim((credit, want) => credit.kind === want.kind && fold(credit.role) === fold(want.role));
  claim((credit, want) => credit.kind === want.kind);
  claim(() => true);

  const standing = new Set<string>();
  const shared = new Map<string, number>();
  return wanted.flatMap((want): (KeptCredit | Omit<KeptCredit, 'id'>)[] => {
    const { kind, role, ord, person } = want;
    const part = `${kind} ${ord} ${role}`;
    if (standing.has(`${part} ${person.person_id}`)) return [];
    standing.add(`${part} ${person.person_id}`);
    const place = shared.get(part) ?? 0;
    shared.set(part, place + 1);
    const { person_id, merged_from, printed_as } = person;
    const before = found.get(want);
    if (before) {
      const set_by = before.kind === kind && fold(before.role) === fold(role) ? before.set_by : by;
      return [{ ...before, kind, role, ord, place, printed_as: printed_as ?? before.printed_as, set_by }];
    }
    return [{ person_id, merged_from, kind, role, ord, place, printed_as: printed_as ?? '', set_by: by }];
  });
}
