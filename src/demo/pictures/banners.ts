import type { SceneName } from './albums.ts';
import { albumOf, type PlannedPicture, single } from './plan.ts';
import type { Light } from './stage.ts';

interface Banner {
  /** Which show, as `showId` takes it. */
  show: string;
  picture: PlannedPicture;
}

/** Wide pictures that stand over a show's page; the next show's also hangs behind the headline of the front page. */
export const banners: readonly Banner[] = [
  banner('the next show', 'seance', 'she is late', {
    name: 'séance-green light',
    dark: '#07110d',
    key: '#ffe0a0',
    fill: '#3f8a72',
  }),
  banner('the last show', 'doorway', 'the inspector'),
  banner('the show after next', 'trees', 'lanterns in the wood', {
    name: 'violet dusk',
    dark: '#0c0818',
    key: '#ffd49a',
    fill: '#5a3fa6',
  }),
  banner('2026 Summer Nell Gwynn', 'bandstand', 'oranges'),
  banner('2024 Autumn Journey’s End', 'timbers', 'stand-to'),
  banner('2023 Summer Treasure Island', 'rail', 'land'),
];

function banner(show: string, scene: SceneName, seed: string, light: Light | undefined = albumOf(show)?.light): Banner {
  if (!light) throw new Error(`${show} has no light of its own`);
  const name = `banner-${show.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  return { show, picture: single(name, { scene, light, seed, width: 1500, height: 700 }) };
}
