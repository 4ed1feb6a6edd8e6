import { mayBeErasedName } from '#features/society/accounts/contract.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { ImportQuestion } from '#platform/shared/calls/imports.ts';
import type { NewCredit, NewShow } from '../../fields.ts';
import { addCareers, type ChosenNamesakes, countShowsByPerson, listCurrentNames } from '../../people/server/index.ts';
import { buildNameKey } from '../../people/similar-names.ts';
import { formatRun } from '../../run.ts';

/** The maximum number of shows that a question names. */
const maxExamples = 3;

/** The key of the question about the namesakes of whom this one is used without an answer. */
const buildKey = (usualId: string) => `who ${usualId}`;

/** Parses the answers to the questions about namesakes: "who AAAA=BBBB" chooses B where A would be used. */
export const parseChosenNamesakes = (answers: Iterable<string>): ChosenNamesakes =>
  new Map(
    [...answers].flatMap((answer) => {
      const [, usual, chosen] = /^who ([\w-]{15,16})=([\w-]{15,16})$/.exec(answer) ?? [];
      return usual && chosen ? [[usual, chosen] as const] : [];
    }),
  );

/** Asks about each name in new credits that several people have, because the archive can't know who is meant. */
export async function askAboutNamesakes(
  db: DbReader,
  shows: readonly ((NewShow | { name: string }) & { credits: readonly NewCredit[] })[],
  chosen: ChosenNamesakes = new Map(),
): Promise<ImportQuestion[]> {
  const everyone = Map.groupBy(await listCurrentNames(db), ({ name_key }) => name_key);
  const examples = new Map<string, Set<string>>();
  for (const show of shows) {
    const name = 'name' in show ? show.name : `${show.title}, ${formatRun(show)}`;
    for (const { person } of show.credits) {
      const key = buildNameKey(person);
      if ((everyone.get(key)?.length ?? 0) < 2 || mayBeErasedName(person)) continue;
      examples.set(key, (examples.get(key) ?? new Set()).add(name));
    }
    await yieldToEventLoop();
  }
  if (examples.size === 0) return [];
  const counts = new Map((await countShowsByPerson(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
  const questions: ImportQuestion[] = [];
  for (const [key, names] of examples) {
    const people = everyone.get(key) ?? [];
    const [usual] = people;
    if (!usual) continue;
    const namesakes = new Set(people.map(({ id }) => id));
    const matches = people.map(({ id, name }) => ({ id, name, also: '', shows: counts.get(id) ?? 0 }));
    const chosenId = chosen.get(usual.id) ?? '';
    questions.push({
      key: buildKey(usual.id),
      question: `${people.length === 2 ? 'Two' : people.length} people are called ${usual.name}. Which of them is in these shows?`,
      examples: [...names].slice(0, maxExamples),
      options: (await addCareers(db, { namesakes }, matches)).map(({ id, name, shows, career }) => ({
        value: id,
        label: [name, shows === 0 && 'not in any shows', career].filter(Boolean).join(', '),
      })),
      answer: namesakes.has(chosenId) ? chosenId : usual.id,
    });
  }
  return questions;
}
