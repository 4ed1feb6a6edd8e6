import { FACTS, type Fact, factInWords, factsBy } from '#features/shows/fields.ts';
import { type Draft, type DraftField, rolesInWords } from './show-draft.ts';

/** The parts of a show that can be changed separately. */
export type ShowPart = DraftField | Fact | 'roles';

export interface Difference {
  part: ShowPart;
  mine: string;
  theirs: string;
  /** Both changed it, and differently: a conflict for somebody to decide. */
  clash: boolean;
}

export type VersionChoice = 'mine' | 'theirs';

const parts = (draft: Draft) => [...(Object.keys(draft.texts) as DraftField[]), ...FACTS, 'roles'] as const;

const isText = (draft: Draft, part: DraftField | Fact): part is DraftField => part in draft.texts;

/** One part of a draft as text: two drafts have the same part when the texts are the same. */
export function partInWords(draft: Draft, part: ShowPart): string {
  if (part === 'roles') return rolesInWords(draft.roles);
  return isText(draft, part) ? draft.texts[part] : factInWords(draft[part]);
}

/** Where mine and what someone else has saved since `base` differ. */
export function differences(base: Draft, mine: Draft, theirs: Draft): Difference[] {
  return parts(base).flatMap((part) => {
    const [was, my, their] = [base, mine, theirs].map((draft) => partInWords(draft, part)) as [string, string, string];
    return my === their ? [] : [{ part, mine: my, theirs: their, clash: was !== my && was !== their }];
  });
}

/** The two merged: parts that only one has changed are that one's; where both have, as chosen. */
export function together(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choices: Partial<Record<ShowPart, VersionChoice>>,
): Draft {
  const whose = (part: ShowPart): Draft => {
    const difference = differences(base, mine, theirs).find((one) => one.part === part);
    if (!difference) return mine;
    if (difference.clash) return choices[part] === 'theirs' ? theirs : mine;
    return partInWords(base, part) === difference.mine ? theirs : mine;
  };
  const fields = Object.keys(base.texts) as DraftField[];
  return {
    texts: Object.fromEntries(fields.map((field) => [field, whose(field).texts[field]])) as Draft['texts'],
    ...factsBy((fact) => whose(fact)[fact]),
    roles: whose('roles').roles,
  };
}
