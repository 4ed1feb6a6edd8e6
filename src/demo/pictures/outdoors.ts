import { figuresInWords, group, someone } from './company.ts';
import { beam, between, boards, glow, mixed, oneOf, players, pool, type Scene, type Stage, wall } from './stage.ts';

const tall = (stage: Stage) => stage.height * (stage.height > stage.width ? 0.32 : 0.46);
const downstage = (stage: Stage, share = 0.35) => stage.floor + (stage.height - stage.floor) * share;

/** From high up to low down, the colours of a sky. */
function sky({ soft, width, floor }: Stage, high: string, low: string) {
  soft.push(
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient><rect width="${width}" height="${floor}" fill="url(#sky)"/>`,
  );
}

/** The walled garden, or a wood that is meant for one. */
export const trees: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  const late = stage.dice() < 0.5;
  sky(stage, mixed(light.dark, light.fill, late ? 0.1 : 0.34), mixed(light.dark, light.key, late ? 0.34 : 0.62));
  boards({ ...stage, sharp: [] }, mixed('#2c3a1c', light.key, 0.3), 0.7);
  glow(stage, width * between(stage, 0.3, 0.7), floor - 40, width * 0.5, height * 0.34, light.key, 0.6);
  for (const depth of [0, 1]) {
    const ink = mixed(light.dark, light.fill, depth ? 0.07 : 0.2);
    const count = depth ? 4 : 5;
    for (let trunk = 0; trunk < count; trunk++) {
      const x = width * ((trunk + 0.15 + stage.dice() * 0.7) / count);
      if (depth && Math.abs(x - width / 2) < width * 0.24) continue;
      const wide = height * (depth ? 0.026 : 0.014);
      const bend = between(stage, -40, 40);
      sharp.push(
        `<path d="M${x - wide * 1.7} ${floor + depth * 30}Q${x - wide + bend * 0.3} ${floor * 0.6} ${x - wide * 0.7 + bend} -20h${wide * 1.5}Q${x + wide + bend * 0.3} ${floor * 0.6} ${x + wide * 1.9} ${floor + depth * 30}z" fill="${ink}"/>`,
      );
      for (let leaf = 0; leaf < 9; leaf++) {
        const r = height * between(stage, 0.03, 0.085);
        sharp.push(
          `<ellipse cx="${x + bend + between(stage, -1, 1) * height * 0.2}" cy="${between(stage, -0.04, 0.24) * height}" rx="${r * 1.3}" ry="${r * 0.8}" fill="${ink}" fill-opacity=".86"/>`,
        );
      }
    }
  }
  const lanterns = oneOf(stage, 0, 3, 4, 5);
  for (let lantern = 0; lantern < lanterns; lantern++) {
    const x = width * (0.14 + (0.72 * (lantern + 0.5)) / lanterns);
    const y = height * between(stage, 0.3, 0.42);
    glow(stage, x, y, height * 0.12, height * 0.12, '#ffcf7a', 0.8);
    sharp.push(
      `<path d="M${x} -10V${y - 20}" stroke="${light.dark}" stroke-width="2"/><path d="M${x - 13} ${y - 18}h26l4 34h-34z" fill="#ffe2a3"/><path d="M${x - 15} ${y - 20}h30M${x - 18} ${y + 17}h36M${x} ${y - 20}v37" stroke="${light.dark}" stroke-width="4"/>`,
    );
  }
  const count = oneOf(stage, 1, 2, 3, 4, 5);
  players(
    stage,
    group(stage, count, { at: width / 2, apart: height * 0.18, y: downstage(stage, 0.36), height: tall(stage) }),
  );
  const where = late ? 'among trees at dusk' : 'among trees in the evening sun';
  return `${figuresInWords(count)} ${where}${lanterns ? `, under ${['', '', '', 'three', 'four', 'five'][lanterns]} lanterns` : ''}`;
};

/** Rain, a street lamp, and those who have nowhere better to be. */
export const rain: Scene = (stage) => {
  const { light, height, width, floor, sharp, soft } = stage;
  const left = stage.dice() < 0.5;
  const x = width * (left ? 0.26 : 0.74);
  const top = height * 0.2;
  sky(stage, light.dark, mixed(light.dark, light.fill, 0.3));
  boards({ ...stage, sharp: [] }, light.fill, 0.24);
  glow(stage, x, top + 30, height * 0.5, height * 0.5, light.key, 0.75);
  pool(stage, x, floor + 60, height * 0.4, light.key, 0.6);
  soft.push(
    `<path d="M${x - 20} ${floor + 70}h40l30 ${height * 0.2}h-100z" fill="${light.key}" fill-opacity=".4" filter="url(#soft)"/>`,
  );
  sharp.push(
    `<path d="M${x - 5} ${floor + 40}V${top + 66}h10V${floor + 40}zM${x - 16} ${floor + 40}h32v-40h-32z" fill="${light.dark}"/><path d="M${x - 20} ${top + 66}L${x - 28} ${top}H${x + 28}L${x + 20} ${top + 66}z" fill="#fff0cb"/><path d="M${x - 34} ${top}L${x} ${top - 34}L${x + 34} ${top}zM${x - 3} ${top}h6v66h-6z" fill="${light.dark}"/>`,
  );
  const count = oneOf(stage, 1, 2, 3);
  const umbrellas = stage.dice() < 0.7;
  const company = group(stage, count, {
    at: width * (left ? 0.56 : 0.44),
    apart: height * 0.24,
    y: downstage(stage, 0.34),
    height: tall(stage),
    known: { dress: 'coat', arms: umbrellas ? 'raised' : 'down', head: 'brim' },
  });
  players(stage, company, left ? -1 : 1);
  if (umbrellas)
    for (const figure of company) {
      const s = figure.height / 100;
      const way = figure.facing === -1 ? -1 : 1;
      sharp.push(
        `<g transform="translate(${figure.x + way * 18 * s} ${figure.y - 107 * s}) scale(${s})"><path d="M0 0V-30" stroke="${light.dark}" stroke-width="2.4"/><path d="M-42-12Q-34-46 0-48T42-12Q34-19 28-12Q20-19 14-12Q6-19 0-12Q-6-19-14-12Q-20-19-28-12Q-34-19-42-12z" fill="${mixed(light.dark, light.fill, 0.14)}"/><path d="M-42-12Q-34-46 0-48T42-12" fill="none" stroke="${mixed(light.dark, light.key, 0.6)}" stroke-width="1.2"/></g>`,
      );
    }
  let drops = '';
  for (let drop = 0; drop < 170; drop++) {
    const dx = stage.dice() * width;
    const dy = stage.dice() * height;
    const long = between(stage, 14, 44);
    drops += `M${dx.toFixed(1)} ${dy.toFixed(1)}l${(-long * 0.16).toFixed(1)} ${long.toFixed(1)}`;
  }
  sharp.push(
    `<path d="${drops}" stroke="${mixed(light.key, '#ffffff', 0.4)}" stroke-opacity=".32" stroke-width="1.5"/>`,
  );
  return `${figuresInWords(count)} ${umbrellas ? (count === 1 ? 'with an umbrella' : 'with umbrellas') : 'without umbrellas'} in the rain near a street lamp on the ${left ? 'left' : 'right'}`;
};

/** A ship's rail, rigging and a moon. */
export const rail: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  const moon = width * between(stage, 0.25, 0.75);
  const up = height * between(stage, 0.16, 0.28);
  sky(stage, light.dark, mixed(light.dark, light.fill, 0.55));
  glow(stage, moon, up, height * 0.42, height * 0.42, light.key, 0.6);
  boards(stage, light.key, 0.26);
  const sea = floor - height * 0.13;
  let waves = '';
  for (let wave = 0; wave < 34; wave++) {
    const spread = 30 + stage.dice() * 110;
    waves += `M${(moon + (stage.dice() - 0.5) * spread * 3).toFixed(0)} ${(sea + 8 + stage.dice() * (floor - sea - 12)).toFixed(0)}h${(spread * 0.5).toFixed(0)}`;
  }
  sharp.push(
    `<circle cx="${moon}" cy="${up}" r="${height * 0.055}" fill="${mixed(light.key, '#fffaf0', 0.75)}"/>`,
    `<path d="M0 ${sea}H${width}V${floor}H0z" fill="${mixed(light.dark, light.fill, 0.2)}"/><path d="${waves}" stroke="${light.key}" stroke-opacity=".6" stroke-width="3"/>`,
  );
  const mast = width * (moon > width / 2 ? 0.2 : 0.8);
  const way = moon > width / 2 ? 1 : -1;
  const ropes = [0.1, 0.22, 0.34]
    .map((share) => `M${mast} -10L${mast + way * width * share} ${floor - height * 0.12}`)
    .join('');
  sharp.push(
    `<path d="M${mast - 13} -10h26L${mast + 17} ${floor + 20}h-34z" fill="${mixed(light.dark, light.key, 0.14)}"/><path d="${ropes}M${mast - width * 0.3} ${height * 0.14}H${mast + width * 0.3}" stroke="${light.dark}" stroke-width="5"/>`,
  );
  const y = floor + 8;
  const bars = Array.from({ length: 17 }, (_, at) => `M${(at * width) / 16} ${y}v${-height * 0.12}`).join('');
  const behind = oneOf(stage, 1, 2, 3);
  players(
    stage,
    group(stage, behind, { at: moon, apart: height * 0.16, y: floor + 4, height: tall(stage) * 0.96 }),
    moon > width / 2 ? 1 : -1,
  );
  sharp.push(
    `<path d="${bars}" stroke="${mixed(light.dark, light.key, 0.2)}" stroke-width="9"/><path d="M0 ${y - height * 0.12}H${width}" stroke="${mixed(light.dark, light.key, 0.42)}" stroke-width="13"/>`,
  );
  const front = oneOf(stage, 0, 1, 2);
  players(
    stage,
    group(stage, front, {
      at: mast + way * width * 0.24,
      apart: height * 0.2,
      y: downstage(stage, 0.5),
      height: tall(stage) * 1.06,
      known: { facing: way as 1 | -1 },
    }),
  );
  return `${figuresInWords(behind)} at a ship’s rail under the moon${front ? `, ${figuresInWords(front).toLowerCase()} nearer to us on deck` : ''}`;
};

/** A town or a station at night: lit windows, and people passing them. */
export const street: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  sky(stage, light.dark, mixed(light.dark, light.fill, 0.45));
  boards({ ...stage, sharp: [] }, light.key, 0.22);
  wall(stage, light.fill, 0.2, 0.5, 0.9);
  let lit = 0;
  for (let x = -20; x < width; ) {
    const wide = width * between(stage, 0.12, 0.2);
    const top = height * between(stage, 0.2, 0.42);
    const ink = mixed(light.dark, light.fill, between(stage, 0.05, 0.14));
    sharp.push(
      `<path d="M${x} ${floor}V${top}L${x + wide / 2} ${top - height * 0.09}L${x + wide} ${top}V${floor}z" fill="${ink}"/>`,
    );
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 2; column++) {
        if (stage.dice() < 0.5 || top + 40 + row * height * 0.13 > floor - height * 0.1) continue;
        const wx = x + wide * (0.2 + column * 0.38);
        const wy = top + 30 + row * height * 0.13;
        lit++;
        glow(stage, wx + wide * 0.1, wy + height * 0.035, 50, 50, light.key, 0.5);
        sharp.push(
          `<path d="M${wx} ${wy}h${wide * 0.2}v${height * 0.07}h${-wide * 0.2}z" fill="${mixed(light.key, '#fff1cf', 0.4)}"/><path d="M${wx + wide * 0.1} ${wy}v${height * 0.07}" stroke="${ink}" stroke-width="3"/>`,
        );
      }
    x += wide;
  }
  beam(stage, width * 0.5, width * between(stage, 0.35, 0.65), height * 0.2, light.key, 0.45);
  const count = oneOf(stage, 2, 3, 4, 5);
  const together = stage.dice() < 0.5;
  players(
    stage,
    group(stage, count, {
      at: width / 2,
      apart: height * (together ? 0.13 : 0.24),
      y: downstage(stage, 0.36),
      height: tall(stage),
    }),
  );
  return `${figuresInWords(count)} ${together ? 'close together' : 'apart from each other'} before a painted street with ${lit > 8 ? 'many windows' : 'a few windows'} lit`;
};

/** A bandstand with flags, for songs. */
export const bandstand: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  sky(stage, mixed(light.dark, light.fill, 0.3), mixed(light.dark, light.key, 0.5));
  boards(stage, light.key, 0.34);
  const half = Math.min(width * 0.34, height * 0.5);
  const middle = width / 2;
  const roof = height * 0.24;
  glow(stage, middle, floor - height * 0.16, half * 1.3, height * 0.4, light.key, 0.72);
  const ink = mixed(light.dark, light.fill, 0.16);
  sharp.push(
    `<path d="M${middle - half * 1.14} ${roof}Q${middle - half * 0.5} ${roof - height * 0.06} ${middle} ${roof - height * 0.19}Q${middle + half * 0.5} ${roof - height * 0.06} ${middle + half * 1.14} ${roof}z" fill="${ink}"/><path d="M${middle - half * 1.1} ${roof}q${half * 0.11} 26 ${half * 0.22} 0t${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0 ${half * 0.22} 0" fill="${ink}"/>`,
    ...[-1, -0.34, 0.34, 1].map(
      (share) => `<path d="M${middle + share * half - 6} ${roof}V${floor + 10}h12V${roof}z" fill="${ink}"/>`,
    ),
    `<path d="M${middle - half * 1.1} ${floor + 6}H${middle + half * 1.1}V${floor + 34}H${middle - half * 1.1}z" fill="${mixed(light.dark, light.key, 0.3)}"/>`,
  );
  for (let bulb = 0; bulb < 15; bulb++)
    sharp.push(
      `<circle cx="${middle + (bulb / 7 - 1) * half * 1.05}" cy="${roof + 12 + 10 * Math.sin(bulb)}" r="4.6" fill="#fff1c9"/>`,
    );
  const count = oneOf(stage, 2, 3, 4, 5);
  const dancing = stage.dice() < 0.5;
  players(
    stage,
    group(stage, count, {
      at: middle,
      apart: (half * 1.5) / count,
      y: floor + 4,
      height: tall(stage) * 0.9,
      known: { arms: dancing ? 'raised' : 'hip' },
    }),
  );
  const before = oneOf(stage, 0, 1, 2);
  players(
    stage,
    group(stage, before, {
      at: middle + half * oneOf(stage, -1, 1),
      apart: height * 0.19,
      y: downstage(stage, 0.6),
      height: tall(stage) * 1.08,
      known: { facing: 0 },
    }),
  );
  return `${figuresInWords(count)} ${dancing ? 'dance' : 'sing'} in a bandstand hung with lights${before ? `, ${figuresInWords(before).toLowerCase()} watching from below` : ''}`;
};

/** A dugout, a cell, a cellar: timber, candles, low. */
export const timbers: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  wall(stage, light.fill, 0.22, 0.5, 0.6);
  boards(stage, light.key, 0.22);
  const ink = mixed(light.dark, light.key, 0.09);
  const edge = mixed(light.dark, light.key, 0.3);
  for (const share of [0.04, 0.32, 0.68, 0.96]) {
    const x = width * share;
    sharp.push(
      `<path d="M${x - 20} ${floor + 40}V${height * 0.14}h40V${floor + 40}z" fill="${ink}"/><path d="M${x + 20} ${height * 0.14}V${floor + 40}" stroke="${edge}" stroke-width="2.5"/>`,
    );
  }
  sharp.push(
    `<path d="M-10 ${height * 0.08}H${width + 10}V${height * 0.16}H-10z" fill="${ink}"/><path d="M-10 ${height * 0.16}H${width + 10}" stroke="${edge}" stroke-width="3"/>`,
  );
  const candles = oneOf(stage, 2, 3, 4);
  for (let candle = 0; candle < candles; candle++) {
    const x = width * (0.12 + (0.76 * (candle + 0.5)) / candles);
    const y = floor - height * between(stage, 0.06, 0.16);
    glow(stage, x, y - 40, height * 0.3, height * 0.3, light.key, 0.62);
    sharp.push(
      `<path d="M${x - 44} ${y}h88v9h-88z" fill="${edge}"/><path d="M${x - 5} ${y}v-26h10v26z" fill="#efe0c0"/><path d="M${x} ${y - 50}q9 15 0 24q-9-9 0-24z" fill="#fff3c4"/>`,
    );
  }
  const count = oneOf(stage, 2, 3, 4);
  const sitting = stage.dice() < 0.5;
  const company = group(stage, count, {
    at: width / 2,
    apart: height * 0.22,
    y: downstage(stage, 0.34),
    height: tall(stage),
    known: { dress: oneOf(stage, 'suit', 'coat') },
  });
  const [first] = company;
  if (sitting && first)
    Object.assign(first, someone(stage, first.x, first.y, first.height, { seated: 'chair', arms: 'script', lean: 0 }));
  players(stage, company);
  return `${figuresInWords(count)}${sitting ? ', one of them seated with a letter,' : ''} between timber posts by the light of ${['', '', 'two', 'three', 'four'][candles]} candles`;
};
