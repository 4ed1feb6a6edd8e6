import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { memoisePersonNameKey } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { KeyedPaperListRow } from './import-outcomes.ts';
import { findPlansByName, type PaperListContext, type SocietyPlan } from './paper-list.ts';

/**
 * Rows of one list that may be about one person: different names at one address, one name at different addresses, or
 * one name several times without an address.
 */
interface ListDuplicate {
  /** Identifies the duplicate in the visitor's choice when it is sent back. */
  key: string;
  by: 'address' | 'name';
  lines: number[];
  /**
   * The different names of rows that share an address, or the different addresses of rows that share a name; "" for no
   * address.
   */
  differ: string[];
  /** The address or the name that the rows share. */
  shared: string;
}

export type DuplicateChoice = 'one' | 'several';

/**
 * Finds the rows of a list that may be about the same person, so that the user can decide. A name that is repeated at
 * the same address is one person, because a list may have a row for each payment.
 */
export function findListDuplicates(
  rows: readonly KeyedPaperListRow[],
  keyOfName = memoisePersonNameKey(),
): ListDuplicate[] {
  const nameKey = ({ name }: KeyedPaperListRow) => keyOfName(name);
  const addressed = Map.groupBy(
    rows.filter(({ email_key }) => email_key !== ''),
    ({ email_key }) => email_key,
  );
  const byAddress = [...addressed.values()].flatMap((group): ListDuplicate[] => {
    const names = [...Map.groupBy(group, nameKey).values()].flatMap(([first]) => first?.name ?? []);
    return names.length > 1 ? [toDuplicate('address', group, { differ: names, shared: group[0]?.email ?? '' })] : [];
  });
  const byName = [...Map.groupBy(rows, nameKey).values()].flatMap((group): ListDuplicate[] => {
    const emails = [...Map.groupBy(group, ({ email_key }) => email_key).values()].flatMap(([one]) => one?.email ?? []);
    const withoutEmail = group.filter(({ email_key }) => email_key === '');
    if (emails.length < 2 && withoutEmail.length < 2) return [];
    return [toDuplicate('name', group, { differ: emails, shared: group[0]?.name ?? '' })];
  });
  return [...byAddress, ...byName];
}

/**
 * Applies the choices about duplicates to the rows. Rows about one person get the same name and address. Rows about
 * several people with one name and no address are numbered, because only the number distinguishes these people.
 */
export function applyDuplicateChoices(
  rows: readonly KeyedPaperListRow[],
  duplicates: readonly ListDuplicate[],
  choices: ReadonlyMap<string, DuplicateChoice>,
): KeyedPaperListRow[] {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  for (const { key, by, lines } of duplicates) {
    const group = lines.flatMap((line) => byLine.get(line) ?? []);
    if (choices.get(key) === 'one') {
      const [first] = group;
      const reached = group.find(({ email_key }) => email_key !== '');
      for (const row of group) {
        const { email = '', email_key = '' } = reached ?? {};
        byLine.set(row.line, { ...row, name: first?.name ?? row.name, email, email_key });
      }
    }
    if (choices.get(key) === 'several' && by === 'name') {
      const withoutEmail = group.filter(({ email_key }) => email_key === '');
      for (const [namesake, row] of withoutEmail.entries()) byLine.set(row.line, { ...row, namesake });
    }
  }
  return [...byLine.values()];
}

function toDuplicate(
  by: ListDuplicate['by'],
  group: readonly KeyedPaperListRow[],
  { differ, shared }: Pick<ListDuplicate, 'differ' | 'shared'>,
): ListDuplicate {
  const lines = group.map(({ line }) => line);
  return { key: `${by} ${lines.join(',')}`, by, lines, differ, shared };
}

type PlanChoices = NonNullable<PaperListContext['planChoices']>;

/** Parses the visitor's choices about plan names: each is a plan's id or "none", and the folded name. */
export const parsePlanChoices = (choices: readonly string[]): PlanChoices =>
  Object.fromEntries(
    choices.flatMap((choice) => {
      const [plan = '', ...name] = choice.split(' ');
      return plan === '' ? [] : [[name.join(' '), plan] as const];
    }),
  );

/**
 * A name in the plan column that isn't exactly the name of a plan. `plan_id` is the plan to which the name is matched;
 * "" for none, "none" if its rows are left out.
 */
interface UnclearPlanName {
  key: string;
  name: string;
  lines: number[];
  plan_id: string;
}

interface Line {
  line: number;
  cells: readonly string[];
}

/** The maximum number of plan names listed. If there are more, the column contains something other than plans. */
const maxNames = 30;

/**
 * Lists the first `maxNames` names in the plan column that aren't exactly the name of a plan. `skipped` contains the
 * lines that are left out for another reason.
 */
export function listUnclearPlanNames(
  {
    columns,
    rows,
    refused,
  }: { columns: readonly { column: string }[]; rows: readonly Line[]; refused: readonly Line[] },
  {
    plans,
    planChoices,
    skipped,
  }: { plans: readonly SocietyPlan[]; planChoices: PlanChoices; skipped: ReadonlySet<number> },
): UnclearPlanName[] {
  const place = columns.findIndex(({ column }) => column === 'plan');
  const lines = [...rows, ...refused].filter(
    ({ line, cells }) => !skipped.has(line) && cells.length === columns.length,
  );
  const named = Map.groupBy(lines, ({ cells }) => foldText(cleanLine(cells[place] ?? '')));
  return [...named]
    .flatMap(([key, group]): UnclearPlanName[] => {
      const name = cleanLine(group[0]?.cells[place] ?? '').slice(0, 80);
      const [found, ...others] = findPlansByName(name, plans);
      if (found && others.length === 0 && (name === '' || foldText(found.name) === key)) return [];
      const plan_id = planChoices[key] ?? (others.length === 0 ? (found?.id ?? '') : '');
      return [{ key, name, lines: group.map(({ line }) => line).sort((a, b) => a - b), plan_id }];
    })
    .toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    .slice(0, maxNames);
}
