import { deterministicId } from '#platform/server/crypto/ids.ts';
import { type Album, albums, type SceneName, scenes } from './albums.ts';
import { emptyStage, type Light, type Setting, type Stage, type Thing } from './stage.ts';

export interface PlannedPicture {
  id: string;
  filename: string;
  /** Says what is to be seen; no two pictures have the same. */
  alt: string;
  caption: string;
  faded: boolean;
  scene: SceneName;
  setting: Setting;
}

/** Wide, and at times tall. Old prints were scanned smaller. */
function shapeOf(at: number, faded: boolean): { width: number; height: number } {
  const [long, short] = faded ? [900, 600] : [1200, 800];
  return at % 5 === 3 ? { width: short, height: long } : { width: long, height: short };
}

/** The pictures of an album, in order, each different: a throw of the dice that repeats one is thrown again. */
export function picturesOf({
  show,
  count,
  scenes: order,
  light,
  lights,
  thing,
  captions,
  faded,
}: Album): PlannedPicture[] {
  const pictures: PlannedPicture[] = [];
  const seen = new Set<string>();
  const told = new Set<SceneName>();
  for (let at = 0; pictures.length < count; at++) {
    if (at > count * 20) throw new Error(`There are no ${count} different pictures of ${show}`);
    const scene = order[at % order.length];
    if (!scene) throw new Error(`${show} has no scenes`);
    const setting = {
      light: lights?.[scene] ?? light,
      thing,
      seed: `${show} ${at}`,
      ...shapeOf(pictures.length, faded),
    };
    const alt = `${scenes[scene](emptyStage(setting))}, in ${setting.light.name}`;
    if (seen.has(alt)) continue;
    seen.add(alt);
    const id = deterministicId(`photograph: ${show} ${at}`);
    const caption = told.has(scene) ? '' : (captions[scene] ?? '');
    told.add(scene);
    pictures.push({
      id,
      filename: `${fileName(show)}-${pictures.length + 1}.jpg`,
      alt,
      caption,
      faded,
      scene,
      setting,
    });
  }
  return pictures;
}

const fileName = (show: string) =>
  show
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Draws a planned picture: what `rasterise` makes a photograph of. */
export function stageOf({ scene, setting }: PlannedPicture): Stage {
  const stage = emptyStage(setting);
  scenes[scene](stage);
  return stage;
}

/** A picture that is in no album: behind a headline, or in a text. */
export function single(
  name: string,
  {
    scene,
    light,
    thing = 'photograph',
    seed,
    width = 1200,
    height = 800,
  }: { scene: SceneName; light: Light; thing?: Thing; seed: string; width?: number; height?: number },
): PlannedPicture {
  const setting = { light, thing, seed, width, height };
  const alt = `${scenes[scene](emptyStage(setting))}, in ${light.name}`;
  return {
    id: deterministicId(`picture: ${name}`),
    filename: `${name}.jpg`,
    alt,
    caption: '',
    faded: false,
    scene,
    setting,
  };
}

export const albumOf = (show: string): Album | undefined => albums.find((album) => album.show === show);
