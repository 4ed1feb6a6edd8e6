import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { fold } from '#platform/shared/text/text.ts';
import { findPlans, type KnownPlan, type PaperListContext } from './paper-list.ts';

type PlanChoices = NonNullable<PaperListContext['planChoices']>;

/** Parses the visitor's choices about plan names: each is a plan's id or "none", and the folded name. */
export const parsePlanChoices = (choices: readonly string[]): PlanChoices =>
  Object.fromEntries(
    choices.flatMap((choice) => {
      const [plan = '', ...name] = choice.split(' ');
      return plan === '' ? [] : [[name.join(' '), plan] as const];
    }),
  );

/** A name in the plan column that isn't exactly the name of a plan, with the plan that it is taken for. */
export interface PlanName {
  key: string;
  name: string;
  lines: number[];
  plan_id: string;
}

interface Line {
  line: number;
  cells: readonly string[];
}

/** The maximum number of names listed. If there are more, the column contains something other than plans. */
const maxNames = 30;

/**
 * Lists the names in the plan column that aren't exactly the name of a plan. `skipped` contains the lines that are left
 * out for another reason.
 */
export function listPlanNames(
  {
    columns,
    rows,
    refused,
  }: { columns: readonly { column: string }[]; rows: readonly Line[]; refused: readonly Line[] },
  {
    plans,
    planChoices,
    skipped,
  }: { plans: readonly KnownPlan[]; planChoices: PlanChoices; skipped: ReadonlySet<number> },
): PlanName[] {
  const place = columns.findIndex(({ column }) => column === 'plan');
  const lines = [...rows, ...refused].filter(
    ({ line, cells }) => !skipped.has(line) && cells.length === columns.length,
  );
  const named = Map.groupBy(lines, ({ cells }) => fold(cleanLine(cells[place] ?? '')));
  return [...named]
    .flatMap(([key, group]): PlanName[] => {
      const name = cleanLine(group[0]?.cells[place] ?? '').slice(0, 80);
      const [found, ...others] = findPlans(name, plans);
      if (found && others.length === 0 && (name === '' || fold(found.name) === key)) return [];
      const plan_id = planChoices[key] ?? (others.length === 0 ? (found?.id ?? '') : '');
      return [{ key, name, lines: group.map(({ line }) => line).sort((a, b) => a - b), plan_id }];
    })
    .toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    .slice(0, maxNames);
}
