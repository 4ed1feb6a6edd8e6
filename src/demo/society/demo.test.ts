import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Settings } from '#features/society/settings/settings.ts';
import { calendarDate, id } from '#platform/shared/calls/schemas.ts';
import { addDays, getLastDay, getYear } from '#platform/shared/dates/dates.ts';
import { CRAFTS, demoPeople } from '../people/people.ts';
import { computeRun } from '../seasons/production.ts';
import { buildDemoSociety, type DemoShow, productions } from './demo.ts';

const TODAY = '2026-11-21';
const society = buildDemoSociety(TODAY);
const past = society.shows.filter((show) => show.date < TODAY);
const names = (show: DemoShow, role: string) => show.credits.filter((c) => c.role === role).map((c) => c.person);

/** The years in which each person was credited, in order. */
const careers = Map.groupBy(
  society.shows.flatMap((show) => show.credits.map(({ person }) => ({ person, year: getYear(show.date) }))),
  ({ person }) => person,
);

describe('the demo’s history spans at least fifty years', () => {
  test('the demo has at least 66 shows over at least 50 years, and at least 150 people', () => {
    expect(society.shows.length).toBeGreaterThanOrEqual(66);
    expect(getYear(TODAY) - getYear(society.shows[0]?.date ?? '')).toBeGreaterThanOrEqual(50);
    expect(careers.size).toBeGreaterThanOrEqual(150);
  });

  test('the demo has three shows in each recent year, and two cancelled shows in 2020', () => {
    for (const year of [2022, 2023, 2024, 2025]) expect(past.filter((s) => getYear(s.date) === year)).toHaveLength(3);
    expect(society.shows.filter((s) => s.cancelled).map((s) => getYear(s.date))).toEqual([2020, 2020]);
  });

  test('the demo has shows with every precision of date, of every kind and in every genre', () => {
    const kinds = (of: (show: DemoShow) => string) => [...new Set(society.shows.map(of))].sort();
    expect(kinds((s) => s.date_precision)).toEqual(['day', 'month', 'year']);
    expect(kinds((s) => s.season)).toEqual(['Autumn', 'Spring', 'Summer', 'Winter']);
    expect(kinds((s) => s.genre)).toEqual(['Classic', 'Comedy', 'Drama', 'Farce', 'Musical', 'Pantomime', 'Thriller']);
    expect(kinds((s) => s.show_type)).toEqual([
      'Full-length play',
      'Musical',
      'One-act play',
      'Open air',
      'Pantomime',
      'Youth',
    ]);
  });

  test('every show of the demo has its own description, and at least twenty have several paragraphs', () => {
    const texts = society.shows.map((show) => show.text_blob);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text.length).toBeGreaterThan(150);
    expect(texts.filter((text) => text.includes('\n\n')).length).toBeGreaterThanOrEqual(20);
  });

  test('the demo’s settings are ones that an admin could have saved', () => {
    expect(Settings.parse(society.settings)).toEqual(society.settings);
  });
});

describe('the demo’s people have plausible names and careers', () => {
  test('some people in the demo have careers of more than 25 years', () => {
    const long = [...careers.values()].filter((credits) => {
      const years = credits.map(({ year }) => year);
      return Math.max(...years) - Math.min(...years) > 25;
    });
    expect(long.length).toBeGreaterThanOrEqual(20);
  });

  test('after a change of name, a person in the demo has the former name only in old programmes', () => {
    const printed = new Set(society.shows.flatMap((s) => s.credits.filter((c) => c.as !== '').map((c) => c.person)));
    expect(printed.size).toBeGreaterThanOrEqual(4);
    for (const show of society.shows) {
      for (const credit of show.credits) {
        const former = demoPeople.find(({ name }) => name === credit.person)?.former;
        expect(credit.as).toBe(former && getYear(show.date) <= former.until ? former.name : '');
      }
    }
  });

  test('no two people in the demo share a present or former name', () => {
    const all = demoPeople.flatMap(({ name, former }) => (former ? [name, former.name] : [name]));
    expect(new Set(all).size).toBe(all.length);
  });

  test('nobody in the demo is in a show before joining, after leaving, or under the age of nine', () => {
    for (const show of society.shows) {
      for (const { person } of show.credits) {
        const who = demoPeople.find(({ name }) => name === person);
        const year = getYear(show.date);
        expect(who && who.joined <= year && year <= who.until && year - who.born >= 9, `${person} in ${year}`).toBe(
          true,
        );
      }
    }
  });

  test('the four actors of the cancelled “Quartet” have the same parts in its later production', () => {
    const [cancelled, played] = past.filter((show) => show.title === 'Quartet');
    const cast = (show?: DemoShow) =>
      show?.credits.filter((c) => c.kind === 'cast').map((c) => `${c.role}: ${c.person}`);
    expect(cast(cancelled)).toHaveLength(4);
    expect(cast(played)).toEqual(cast(cancelled));
  });

  test('people in the demo direct only after five years of membership', () => {
    for (const show of society.shows) {
      for (const director of names(show, 'Director')) {
        const joined = demoPeople.find(({ name }) => name === director)?.joined ?? getYear(show.date);
        expect(getYear(show.date) - joined, `${director} directs ${show.title}`).toBeGreaterThanOrEqual(5);
      }
    }
  });
});

describe('the demo’s past shows are completely cast, and no shows overlap', () => {
  test('every part of every past play in the demo is cast with as many people as it needs', () => {
    const history = productions.filter((production) => computeRun(production).last < '2026-09-01');
    expect(history).toHaveLength(past.length - 1);
    for (const [at, { play, year }] of history.entries()) {
      const cast = past[at]?.credits.filter((c) => c.kind === 'cast') ?? [];
      const played = play.parts.map(({ role }) => cast.filter((c) => c.role === role).length);
      expect(played, `${play.title}, ${year}`).toEqual(play.parts.map(({ people }) => people));
    }
  });

  test('past shows in the demo have a cast, one director and every crew position', () => {
    for (const show of past) {
      expect(show.credits.filter((c) => c.kind === 'cast').length, show.title).toBeGreaterThanOrEqual(4);
      expect(names(show, 'Director'), show.title).toHaveLength(1);
      const musical = show.genre === 'Musical' || show.genre === 'Pantomime';
      const lines = CRAFTS.filter((c) => musical || (c !== 'Choreographer' && c !== 'Musical director'));
      expect([...new Set(show.credits.filter((c) => c.kind === 'crew').map((c) => c.role))]).toEqual(lines);
    }
  });

  test('nobody in the demo has two parts in one show, or the same credit twice', () => {
    for (const show of society.shows) {
      const cast = show.credits.filter((c) => c.kind === 'cast').map((c) => c.person);
      expect(new Set(cast).size, show.title).toBe(cast.length);
      const jobs = show.credits.map((c) => `${c.kind} ${c.role} ${c.person}`);
      expect(new Set(jobs).size, show.title).toBe(jobs.length);
    }
  });

  test('people in the demo who share a role are billed together', () => {
    for (const show of society.shows) {
      for (const credits of Map.groupBy(show.credits, (c) => `${c.kind} ${c.role}`).values()) {
        expect(new Set(credits.map((c) => c.order)).size, show.title).toBe(1);
      }
    }
  });

  test('no show in the demo opens before the previous show has closed', () => {
    const known = society.shows.filter((show) => show.date_precision !== 'year');
    for (const [at, show] of known.slice(1).entries()) {
      const before = known[at];
      const closed = before ? getLastDay(before.date, before.date_precision) : '';
      expect(show.first_date > closed, `${show.title} after ${before?.title}`).toBe(true);
    }
  });
});

describe('the demo is complete on any day', () => {
  const day = fc.integer({ min: 0, max: 365 * 5 }).map((days) => addDays('2024-01-01', days));
  const moving = new Set(society.shows.slice(-3).map((show) => show.id));

  test('on any day, one show in the demo has just closed and the next is five months ahead', () => {
    const at = (today: string) => {
      const { shows } = buildDemoSociety(today);
      const [last, next, summer] = shows.slice(-3);
      if (!last || !next || !summer) throw new Error('Three shows are always near');
      expect(last.date >= addDays(today, -28) && last.date <= addDays(today, -21)).toBe(true);
      expect(next.first_date >= addDays(today, 140) && next.date <= addDays(today, 150)).toBe(true);
      expect(summer.date.slice(5, 7)).toBe('07');
      expect(summer.first_date > addDays(next.date, 55)).toBe(true);
      const outOfOrder = shows.slice(1).filter((show, index) => {
        const before = shows[index]?.date ?? '';
        return (
          before > show.date ||
          show.first_date > show.date ||
          (shows[index]?.date_precision === 'day' && before >= show.first_date)
        );
      });
      expect(outOfOrder).toEqual([]);
      expect(
        shows.flatMap((show) => [show.first_date, show.date]).filter((d) => !calendarDate.safeParse(d).success),
      ).toEqual([]);
      expect(shows.filter((show) => !id.safeParse(show.id).success || show.id.length !== 16)).toEqual([]);
      expect(new Set(shows.map((show) => show.id)).size).toBe(shows.length);
    };
    for (let days = 0; days < 400; days++) at(addDays(TODAY, days));
    fc.assert(fc.property(day, at));
  });

  test('the demo’s code, loaded again, generates the same society on the same day', async () => {
    vi.resetModules();
    const elsewhere = await import('./demo.ts');
    expect(elsewhere.buildDemoSociety).not.toBe(buildDemoSociety);
    expect(elsewhere.buildDemoSociety(TODAY)).toEqual(society);
  });

  test('a past show in the demo is the same on whatever day the demo is opened', () => {
    const known = new Map(society.shows.map((show) => [show.id, show]));
    fc.assert(
      fc.property(day, (today) => {
        const { shows } = buildDemoSociety(today);
        for (const show of shows) {
          const before = known.get(show.id);
          if (before && !moving.has(show.id)) expect(show).toEqual(before);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the demo opened on the day of the design mock-ups has their last and next shows', () => {
    const [last, next] = society.shows.slice(-3);
    expect([last?.title, last?.first_date, last?.date]).toEqual(['An Inspector Calls', '2026-10-21', '2026-10-24']);
    expect([next?.title, next?.first_date, next?.date]).toEqual(['Blithe Spirit', '2027-04-14', '2027-04-17']);
  });
});
