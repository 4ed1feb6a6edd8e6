import { findLinkedUser } from '#features/archive/shows/people/server/index.ts';
import { listShowCredits } from '#features/archive/shows/server/index.ts';
import { consentWording } from '#features/members/portraits/consent.ts';
import { findPortraitById, recordPortraitConsent, setPortrait } from '#features/members/portraits/server/index.ts';
import { storeMediaFiles } from '#features/publishing/media/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId, computePseudoRandomNumber } from '../people/ids.ts';
import { demoPeople } from '../people/people.ts';

/** The shows whose casts have portraits, and the maximum number of portraits for each. */
const sittings = [
  { show: 'the next show', most: 5 },
  { show: 'the last show', most: 4 },
];

/** The minimum age in years, so that no portrait shows a child or somebody who might be taken for one. */
const adultAge = 25;

/** The colours of backgrounds, clothes, hair and skin in the drawings. */
const grounds = ['#d9a441', '#7a9e9f', '#b5523b', '#8a9a5b', '#c9b79c', '#5d6d7e'];
const cloths = ['#2f3e46', '#6b2737', '#e8dcc4', '#33543f', '#3a3a5c', '#a4553a'];
const hairs = ['#2b2118', '#6b4423', '#a8a39b', '#8c3f1f', '#e0d6c2', '#1d1b1a'];
const skins = ['#f0c9a4', '#c98e63', '#8a5a3c', '#e3b48c'];

/** Hair and hats, behind and in front of a face whose middle is at (200, 210). */
const styles: readonly { behind: string; front: string }[] = [
  { behind: '', front: 'M118 200Q112 96 200 96T282 200Q270 140 214 132Q150 128 118 200Z' },
  { behind: 'M104 330Q84 90 200 88T296 330Z', front: 'M122 196Q140 120 214 124Q270 130 278 196Q240 150 122 196Z' },
  {
    behind: 'M200 92m-34-14a38 34 0 1 0 68 0a38 34 0 1 0-68 0',
    front: 'M118 206Q116 104 200 104T282 206Q256 136 200 136T118 206Z',
  },
  {
    behind: 'M108 250Q92 92 200 90T292 250L276 262Q290 150 200 140T124 262Z',
    front: 'M122 180Q170 150 180 118Q220 150 278 180Q268 100 200 100T122 180Z',
  },
  { behind: '', front: 'M100 150Q200 118 300 150L282 136Q276 70 200 70T118 136Z' },
];

/** Draws a person in flat colours, so that it is clearly a drawing. The same name always gives the same drawing. */
export function drawPortrait(name: string, voice: 'f' | 'm'): string {
  const pick = <T>(from: readonly T[], what: string): T =>
    from[Math.floor(computePseudoRandomNumber(what, name) * from.length)] as T;
  const [ground, cloth, hair, skin] = [
    pick(grounds, 'ground'),
    pick(cloths, 'cloth'),
    pick(hairs, 'hair'),
    pick(skins, 'skin'),
  ];
  const { behind, front } = pick(voice === 'f' ? styles.slice(1, 4) : [styles[0], styles[4], styles[0]], 'style') ?? {
    behind: '',
    front: '',
  };
  const lean = Math.round((computePseudoRandomNumber('lean', name) - 0.5) * 14);
  const hasGlasses = computePseudoRandomNumber('glasses', name) < 0.35;
  const hasBeard = voice === 'm' && computePseudoRandomNumber('beard', name) < 0.3;
  const line = 'fill="none" stroke="#1d1b1a" stroke-width="5" stroke-linecap="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="400" height="500">
<rect width="400" height="500" fill="${ground}"/><path d="M0 0H400L0 420Z" fill="#fff" fill-opacity=".14"/>
<g transform="rotate(${lean} 200 320)"><path d="${behind}" fill="${hair}"/>
<path d="M20 600Q36 372 160 352H240Q364 372 380 600Z" fill="${cloth}"/><path d="M162 300V356Q200 400 238 356V300Z" fill="${skin}"/>
<path d="M162 318Q200 350 238 318V334Q200 366 162 334Z" fill="#1d1b1a" fill-opacity=".18"/>
<path d="M120 200Q120 128 200 128T280 200Q280 318 200 322T120 200Z" fill="${skin}"/>
${hasBeard ? `<path d="M122 226Q136 262 200 254T278 226Q276 336 200 340T122 226Z" fill="${hair}"/>` : ''}
<path d="${front}" fill="${hair}"/>
<path d="M150 192q16-10 32 0M218 192q16-10 32 0" ${line}/><circle cx="166" cy="212" r="6" fill="#1d1b1a"/><circle cx="234" cy="212" r="6" fill="#1d1b1a"/>
<path d="M200 216l-8 32h14" ${line}/><path d="M174 276q26 ${10 + Math.round(computePseudoRandomNumber('smile', name) * 14)} 52 0" ${line}/>
${hasGlasses ? `<g ${line}><circle cx="166" cy="212" r="24"/><circle cx="234" cy="212" r="24"/><path d="M190 210h20"/></g>` : ''}</g></svg>`;
}

const peopleByName = new Map(demoPeople.map((person) => [person.name, person]));

/** Lists the adults who get a portrait: the first few of each cast. The others get none, as in a real society. */
async function listSitters(db: DbReader, day: CalendarDate) {
  const sitters = new Map<string, { id: string; name: string; voice: 'f' | 'm' }>();
  for (const { show, most } of sittings) {
    let left = most;
    for (const { id, name, kind } of await listShowCredits(db, buildDemoShowId(show))) {
      const person = peopleByName.get(name);
      if (kind !== 'cast' || !person || getYear(day) - person.born < adultAge || sitters.has(id) || left === 0)
        continue;
      sitters.set(id, { id, name, voice: person.voice });
      left -= 1;
    }
  }
  return [...sitters.values()];
}

const portraitId = (person: string) => deriveId(`portrait: ${person}`);

/**
 * Returns true if the portraits were ever added, even if somebody has since deleted them, or if there are none to add.
 */
export async function areDemoPortraitsSeeded(db: DbReader, day: CalendarDate): Promise<boolean> {
  const [first] = await listSitters(db, day);
  return first === undefined || (await findPortraitById(db, portraitId(first.id))) !== undefined;
}

/** Draws the portraits, and returns a function that adds them, each with the consent of the person. */
export async function prepareDemoPortraits(
  { db, storage, rasterise }: { db: DbReader; storage: FileStorage; rasterise: (drawing: string) => Promise<Buffer> },
  day: CalendarDate,
  now: string,
): Promise<(tx: DbTransaction) => Promise<void>> {
  const made: { id: string; person_id: string; sizes: Awaited<ReturnType<typeof storeMediaFiles>>['sizes'] }[] = [];
  for (const { id, name, voice } of await listSitters(db, day)) {
    const content = await rasterise(drawPortrait(name, voice));
    const { sizes } = await storeMediaFiles(storage, { filename: 'portrait.png', content, alt: '', isPortrait: true });
    made.push({ id: portraitId(id), person_id: id, sizes });
  }
  return async (tx) => {
    for (const portrait of made) {
      const owner = (await findLinkedUser(tx, portrait.person_id))?.id ?? null;
      await setPortrait(tx, { ...portrait, uploaded_by: owner }, now);
      await recordPortraitConsent(tx, portrait.id, {
        ...{ consent_wording: consentWording, is_adult: 1, guardian: '', consent_recorded_by: owner, at: now },
      });
    }
  };
}
