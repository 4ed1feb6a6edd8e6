import { buildShowFacts, formatShowFact, SHOW_FACTS, type ShowFact } from '#features/archive/shows/fields.ts';
import { type DraftField, formatRoles, type ShowDraft } from './show-draft.ts';

/** The parts of a show that can be changed separately. */
export type ShowPart = DraftField | ShowFact | 'roles';

export interface ShowDraftDifference {
  part: ShowPart;
  mine: string;
  theirs: string;
  /** True if both sides changed the part differently, so that the user has to choose. */
  isConflict: boolean;
}

export type VersionChoice = 'mine' | 'theirs';

const parts = (draft: ShowDraft) => [...(Object.keys(draft.texts) as DraftField[]), ...SHOW_FACTS, 'roles'] as const;

const isText = (draft: ShowDraft, part: DraftField | ShowFact): part is DraftField => part in draft.texts;

/** Formats a part of a draft as text. Two drafts have the same part if the texts are equal. */
export function formatShowPart(draft: ShowDraft, part: ShowPart): string {
  if (part === 'roles') return formatRoles(draft.roles);
  return isText(draft, part) ? draft.texts[part] : formatShowFact(draft[part]);
}

/** Lists the parts in which two drafts differ. Both started from `base`. */
export function diffShowDrafts(base: ShowDraft, mine: ShowDraft, theirs: ShowDraft): ShowDraftDifference[] {
  return parts(base).flatMap((part) => {
    const [was, my, their] = [base, mine, theirs].map((draft) => formatShowPart(draft, part)) as [
      string,
      string,
      string,
    ];
    return my === their ? [] : [{ part, mine: my, theirs: their, isConflict: was !== my && was !== their }];
  });
}

/** Merges two drafts. If only one side changed a part, that change is taken; `choices` decides conflicts. */
export function mergeShowDrafts(
  base: ShowDraft,
  mine: ShowDraft,
  theirs: ShowDraft,
  choices: Partial<Record<ShowPart, VersionChoice>>,
): ShowDraft {
  const draftFor = (part: ShowPart): ShowDraft => {
    const difference = diffShowDrafts(base, mine, theirs).find((candidate) => candidate.part === part);
    if (!difference) return mine;
    if (difference.isConflict) return choices[part] === 'theirs' ? theirs : mine;
    return formatShowPart(base, part) === difference.mine ? theirs : mine;
  };
  const fields = Object.keys(base.texts) as DraftField[];
  return {
    texts: Object.fromEntries(fields.map((field) => [field, draftFor(field).texts[field]])) as ShowDraft['texts'],
    ...buildShowFacts((fact) => draftFor(fact)[fact]),
    roles: draftFor('roles').roles,
  };
}
