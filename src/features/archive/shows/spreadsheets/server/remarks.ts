import type { ImportContent } from '#platform/server/imports/import-kind.ts';
import type { CellNote, ImportQuestion } from '#platform/shared/calls/imports.ts';
import type { NewShow } from '../../fields.ts';
import { formatRun } from '../../run.ts';
import { hasDetails, type MissingDetails } from './fill-in-shows.ts';
import type { ExistingShow, MatchedShow } from './import/match-existing.ts';
import { noteNearTitles } from './import/near-titles.ts';

/**
 * Collects what a person should check about an import, on the site and at the terminal: remarks on cells and titles,
 * and questions about the file and about shows in the archive. `existing` are the shows from before the import.
 */
export async function collectRemarks(
  {
    columns,
    rows,
    notes,
    questions,
  }: Pick<ImportContent<NewShow, unknown>, 'columns' | 'rows' | 'notes' | 'questions'>,
  {
    fresh,
    missing,
    different,
    existing,
    answers,
  }: {
    fresh: ReadonlySet<NewShow>;
    missing: readonly MissingDetails[];
    different: readonly MatchedShow[];
    existing: readonly ExistingShow[];
    answers: ReadonlySet<string>;
  },
): Promise<{ notes: CellNote[]; questions: ImportQuestion[] }> {
  const column = columns.find((one) => one.column === 'title')?.heading ?? 'title';
  const nearTitles = await noteNearTitles(rows, { fresh, existing, column });
  return {
    notes: [...nearTitles, ...notes],
    questions: [...questions, ...askAboutExisting(missing, different, answers)],
  };
}

const mostExamples = 3;

/** Asks about rows that match existing shows, because a person has to decide about each change of a show. */
function askAboutExisting(
  missing: readonly MissingDetails[],
  different: readonly MatchedShow[],
  answers: ReadonlySet<string>,
): ImportQuestion[] {
  const questions: ImportQuestion[] = [];
  if (different.length > 0 || answers.has('others=add')) {
    questions.push({
      key: 'others',
      question: 'These rows have the title and date of a show in the archive, but another season, venue or director.',
      examples: different
        .slice(0, mostExamples)
        .map(({ show, difference }) => `${show.title}, ${formatRun(show)}, another ${difference}`),
      options: [
        { value: 'same', label: 'They are the same shows: leave them unchanged' },
        { value: 'add', label: 'They are other shows: add them' },
      ],
      answer: answers.has('others=add') ? 'add' : 'same',
    });
  }
  const lessExact = missing.flatMap(({ name, dates }) => (dates ? [`${name} → ${formatRun(dates)}`] : []));
  if (lessExact.length > 0 || answers.has('dates=add')) {
    questions.push({
      key: 'dates',
      question: 'Your file has a more exact date for these shows in the archive.',
      examples: lessExact.slice(0, mostExamples),
      options: [
        { value: 'same', label: 'They are the same shows: leave their dates unchanged' },
        { value: 'refine', label: 'They are the same shows: change their dates' },
        { value: 'add', label: 'They are other shows: add them' },
      ],
      answer: ['refine', 'add'].find((answer) => answers.has(`dates=${answer}`)) ?? 'same',
    });
  }
  const incomplete = missing.filter(hasDetails);
  if (incomplete.length > 0) {
    questions.push({
      key: 'existing',
      question:
        incomplete.length === 1
          ? 'A show in the archive lacks something that your file has.'
          : `${incomplete.length.toLocaleString('en-GB')} shows in the archive lack something that your file has.`,
      examples: incomplete.slice(0, mostExamples).map(describeMissingDetails),
      options: [
        { value: 'keep', label: 'Leave them unchanged' },
        { value: 'fill', label: 'Fill in what is missing; nothing is overwritten' },
      ],
      answer: answers.has('existing=fill') ? 'fill' : 'keep',
    });
  }
  return questions;
}

/** Describes the details that would be filled in: "Hay Fever, 1987: venue, 5 credits, 2 roles". */
function describeMissingDetails({ name, texts, credits, roles }: MissingDetails): string {
  const fields = Object.keys(texts).map((field) =>
    field === 'text_blob' ? 'description' : field.replaceAll('_', ' '),
  );
  const people = credits.length === 0 ? [] : [credits.length === 1 ? 'one credit' : `${credits.length} credits`];
  const parts = roles.length === 0 ? [] : [roles.length === 1 ? 'one role' : `${roles.length} roles`];
  return `${name}: ${[...fields, ...people, ...parts].join(', ')}`;
}
