import { type KillMoment, killRepeatedly } from '#tests/fault-injection/kills.ts';
import { createBusySociety } from '#tests/fault-injection/society.ts';
import { measureOnEachEngine } from '../../each-engine.ts';
import { median, percentile, type Scenario } from '../../figures.ts';

const rounds = 50;

/**
 * Returns the moment at which the site is killed in a round: after a number of responses and bookings that varies by
 * round. In every fifth round, the site is killed again while it starts.
 */
const getKillMoment = (round: number): KillMoment => ({
  answers: 5 + ((round * 37) % 60),
  bookings: round % 3,
  ...(round % 5 === 4 ? { starting: (round * 61) % 1000 } : {}),
});

/** Kills the site as `src/killed.test.ts` does, but more often. */
export const repeatedKillsScenario: Scenario = {
  title: `Killed ${rounds} times while people read, write, send files and book: which confirmed writes remain`,
  measure: () =>
    measureOnEachEngine(async ({ dataDir, place }) => {
      const society = await createBusySociety(dataDir, place.url);
      const moments = Array.from({ length: rounds }, (_, round) => getKillMoment(round));
      const { wrong, promised, answers, startedIn } = await killRepeatedly(society, moments);
      for (const sentence of wrong) console.error(`    ${sentence}`);
      const total = Object.values(promised).reduce((sum, count) => sum + count, 0);
      return [
        { name: 'kills', value: rounds, unit: '' },
        ...Object.entries(promised).map(([kind, count]) => ({
          name: `${kind}s confirmed`,
          value: count,
          unit: '' as const,
        })),
        { name: 'confirmed in total', value: total, unit: '' },
        { name: 'responses that said to wait', value: answers[503] ?? 0, unit: '' },
        { name: 'requests cut off', value: answers.none ?? 0, unit: '' },
        { name: 'lost, damaged, left over or odd', value: wrong.length, unit: '', atMost: 0 },
        { name: 'until it responds again, median', value: median(startedIn), unit: 'ms' },
        { name: 'until it responds again, p95', value: percentile(startedIn, 0.95), unit: 'ms' },
      ];
    }),
};
