// Draws the frames of `the-door.mp4` into a folder: node src/demo/assets/make-film.ts FOLDER
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { rasterise } from '../pictures/raster.ts';
import { beam, boards, emptyStage, glow, mixed, players, wall } from '../pictures/stage.ts';

const FRAMES = 96;
const folder = process.argv[2];
if (!folder) throw new Error('Say where the frames should go.');
const light = { name: 'amber light', dark: '#120907', key: '#ffb865', fill: '#b5633a' };

/** From 0 to 1 while `frame` goes from `start` to `end`, gently at both ends. */
const eased = (frame: number, start: number, end: number) => {
  const share = Math.min(1, Math.max(0, (frame - start) / (end - start)));
  return share * share * (3 - 2 * share);
};

for (let frame = 0; frame < FRAMES; frame++) {
  const stage = emptyStage({ light, thing: 'telephone', seed: 'film', width: 1280, height: 720 });
  const up = eased(frame, 4, 34);
  const open = eased(frame, 36, 58);
  const out = 1 - eased(frame, 84, 95);
  const { floor, height } = stage;
  wall(stage, light.fill, 0.16 * up * out);
  boards(stage, light.fill, 0.16 * up * out);
  beam(stage, 330, 400, 110, light.key, 0.55 * up * out);
  const [left, top, wide] = [760, floor - 400, 170];
  const shown = wide * open;
  if (open > 0.02) {
    stage.soft.push(
      `<path d="M${left} ${floor}L${left - shown * 1.2} ${height}H${left + shown * 2.2}L${left + shown} ${floor}z" fill="${light.key}" fill-opacity="${0.45 * open * out}" filter="url(#shade)"/>`,
    );
    glow(stage, left + shown / 2, floor - 170, 330 * open, 330, light.key, 0.5 * open * out);
    stage.sharp.push(
      `<path d="M${left} ${floor}V${top}h${shown}V${floor}z" fill="${mixed(light.dark, '#ffd9a0', out)}"/>`,
    );
  }
  stage.sharp.push(
    `<path d="M${left} ${floor}V${top}h${wide}V${floor}" fill="none" stroke="${mixed(light.dark, light.key, 0.2 * up * out)}" stroke-width="9"/>`,
    `<path d="M270 ${floor + 30}v-130h180v130M250 ${floor - 104}h220" fill="none" stroke="${mixed(light.dark, light.key, 0.6 * up * out)}" stroke-width="9"/>`,
    `<g transform="translate(360 ${floor - 108})" fill="${mixed(light.dark, light.key, 0.14)}"><path d="M-18 0h36l-8-14h-20zM-4-14h8v-50h-8zM-16-74h32v14h-32zM14-66q30-4 28 26l-2 22h-8l-2-22q0-14-16-14z"/></g>`,
  );
  const step = eased(frame, 60, 80);
  if (open > 0.4)
    players(
      stage,
      [
        {
          x: left + wide / 2,
          y: floor + 4 + step * 18,
          height: 330 + step * 24,
          facing: 0,
          dress: 'coat',
          arms: 'down',
          head: 'bowler',
        },
      ],
      1,
      0.7 * out,
    );
  const png = await sharp(await rasterise(stage))
    .resize(640, 360)
    .png()
    .toBuffer();
  await writeFile(join(folder, `${String(frame).padStart(3, '0')}.png`), png);
}
