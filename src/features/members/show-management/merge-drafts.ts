import { buildFacts, FACTS, formatFact, type ShowFact } from '#features/archive/shows/fields.ts';
import { type DraftField, formatRoles, type ShowDraft } from './show-draft.ts';

/** The parts of a show that can be changed separately. */
export type ShowPart = DraftField | ShowFact | 'roles';

export interface DraftDifference {
  part: ShowPart;
  mine: string;
  theirs: string;
  /** Both changed it, and differently: a conflict for somebody to decide. */
  clash: boolean;
}

export type VersionChoice = 'mine' | 'theirs';

const parts = (draft: ShowDraft) => [...(Object.keys(draft.texts) as DraftField[]), ...FACTS, 'roles'] as const;

const isText = (draft: ShowDraft, part: DraftField | ShowFact): part is DraftField => part in draft.texts;

/** One part of a draft as text: two drafts have the same part when the texts are the same. */
export function formatPart(draft: ShowDraft, part: ShowPart): string {
  if (part === 'roles') return formatRoles(draft.roles);
  return isText(draft, part) ? draft.texts[part] : formatFact(draft[part]);
}

/** Lists the differences between mine and another person's changes since `base`. */
export function diffDrafts(base: ShowDraft, mine: ShowDraft, theirs: ShowDraft): DraftDifference[] {
  return parts(base).flatMap((part) => {
    const [was, my, their] = [base, mine, theirs].map((draft) => formatPart(draft, part)) as [string, string, string];
    return my === their ? [] : [{ part, mine: my, theirs: their, clash: was !== my && was !== their }];
  });
}

/**
 * Merges the two: parts that only one has changed are taken from that one; for parts that both have changed the choice
 * decides.
 */
export function mergeDrafts(
  base: ShowDraft,
  mine: ShowDraft,
  theirs: ShowDraft,
  choices: Partial<Record<ShowPart, VersionChoice>>,
): ShowDraft {
  const whose = (part: ShowPart): ShowDraft => {
    const difference = diffDrafts(base, mine, theirs).find((one) => one.part === part);
    if (!difference) return mine;
    if (difference.clash) return choices[part] === 'theirs' ? theirs : mine;
    return formatPart(base, part) === difference.mine ? theirs : mine;
  };
  const fields = Object.keys(base.texts) as DraftField[];
  return {
    texts: Object.fromEntries(fields.map((field) => [field, whose(field).texts[field]])) as ShowDraft['texts'],
    ...buildFacts((fact) => whose(fact)[fact]),
    roles: whose('roles').roles,
  };
}
