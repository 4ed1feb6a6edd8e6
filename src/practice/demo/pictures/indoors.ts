import { figuresInWords, group, someone } from './company.ts';
import {
  beam,
  between,
  boards,
  glow,
  mixed,
  oneOf,
  players,
  pool,
  type Scene,
  type Stage,
  type Thing,
  wall,
} from './stage.ts';

const at = (stage: Stage, share: number) => stage.width * share;
const tall = (stage: Stage) => stage.height * (stage.height > stage.width ? 0.34 : 0.5);
const downstage = (stage: Stage, share = 0.35) => stage.floor + (stage.height - stage.floor) * share;

/** Two people and the door that stands open behind them. */
export const doorway: Scene = (stage) => {
  const { light, floor, height, sharp, soft } = stage;
  const middle = at(stage, between(stage, 0.36, 0.64));
  const half = height * 0.09;
  const top = floor - height * 0.5;
  wall(stage, light.fill, 0.16);
  boards(stage, light.fill, 0.14);
  soft.push(
    `<path d="M${middle - half} ${floor}L${middle - half * 4} ${height}H${middle + half * 4}L${middle + half} ${floor}z" fill="${light.key}" fill-opacity=".42" filter="url(#shade)"/>`,
  );
  glow(stage, middle, floor - height * 0.22, height * 0.5, height * 0.5, light.key, 0.5);
  sharp.push(
    `<linearGradient id="open" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mixed(light.key, '#fff4dc', 0.35)}"/><stop offset="1" stop-color="${light.key}"/></linearGradient>`,
    `<path d="M${middle - half} ${floor}V${top}H${middle + half}V${floor}z" fill="url(#open)"/>`,
    `<path d="M${middle - half - 7} ${floor}V${top - 8}H${middle + half + 7}V${floor}" fill="none" stroke="${mixed(light.dark, light.key, 0.3)}" stroke-width="9"/>`,
    `<path d="M${middle + half} ${floor}V${top}L${middle + half * 1.7} ${top - 22}V${floor + 40}z" fill="${mixed(light.dark, light.key, 0.12)}"/>`,
  );
  const apart = half * between(stage, 1.5, 2.6);
  const y = downstage(stage, 0.3);
  const alone = stage.dice() < 0.35;
  if (alone) {
    const hat = oneOf(stage, 'bowler', 'brim');
    players(stage, [
      someone(stage, middle, floor + 6, tall(stage), { facing: 0, dress: 'coat', head: hat, arms: 'down' }),
    ]);
    return hat === 'bowler'
      ? 'A figure in a bowler hat stands in a lit doorway'
      : 'A figure in a wide hat and a coat waits in a lit doorway';
  }
  const turned = stage.dice() < 0.4;
  players(stage, [
    someone(stage, middle - apart, y, tall(stage), { facing: 1, arms: oneOf(stage, 'reach', 'hip', 'down') }),
    someone(stage, middle + apart, y + 8, tall(stage), {
      facing: turned ? 1 : -1,
      dress: oneOf(stage, 'gown', 'suit'),
    }),
  ]);
  return turned ? 'One figure leaves another beside a lit doorway' : 'Two figures face each other across a lit doorway';
};

/** A tall window at night or by day, and its shape on the floor. */
export const window: Scene = (stage) => {
  const { light, floor, height, sharp, soft } = stage;
  const left = stage.dice() < 0.5;
  const middle = at(stage, left ? 0.3 : 0.7);
  const half = height * 0.14;
  const top = height * 0.1;
  const sill = floor - height * 0.1;
  const towards = left ? 1 : -1;
  wall(stage, light.fill, 0.2, left ? 0.3 : 0.7);
  boards(stage, light.fill, 0.16);
  soft.push(
    `<path d="M${middle - half} ${top}L${middle + half} ${top}L${middle + half + towards * height * 0.55} ${height}H${middle - half * 1.2 + towards * height * 0.4}z" fill="${light.key}" fill-opacity=".17" filter="url(#soft)" style="mix-blend-mode:screen"/>`,
  );
  for (const pane of [0, 1, 2])
    soft.push(
      `<path d="M${middle - half + pane * half * 0.7 + towards * height * 0.2} ${floor + 30}l${half * 0.55} 0l${towards * height * 0.14} ${height - floor - 40}h${-half * 0.7}z" fill="${light.key}" fill-opacity=".4" filter="url(#shade)"/>`,
    );
  sharp.push(
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mixed(light.fill, '#ffffff', 0.2)}"/><stop offset="1" stop-color="${light.key}"/></linearGradient>`,
    `<path d="M${middle - half} ${sill}V${top}H${middle + half}V${sill}z" fill="url(#sky)"/>`,
    `<path d="M${middle - half / 3} ${top}V${sill}M${middle + half / 3} ${top}V${sill}M${middle - half} ${top + (sill - top) * 0.3}h${half * 2}M${middle - half} ${top + (sill - top) * 0.66}h${half * 2}" stroke="${light.dark}" stroke-width="7"/>`,
    `<path d="M${middle - half - 10} ${top - 14}h${half * 2 + 20}" stroke="${mixed(light.dark, light.key, 0.35)}" stroke-width="9"/>`,
  );
  for (const side of [-1, 1])
    sharp.push(
      `<path d="M${middle + side * (half + 70)} ${top - 30}H${middle + side * half * 0.7}Q${middle + side * half * 0.9} ${sill * 0.6} ${middle + side * (half + 26)} ${floor + 12}H${middle + side * (half + 80)}z" fill="${mixed(light.dark, light.fill, 0.16)}"/>`,
    );
  const looking = stage.dice() < 0.5;
  const count = oneOf(stage, 1, 2, 1, 3);
  const company = group(stage, count, {
    at: middle + towards * height * 0.36,
    apart: height * 0.19,
    y: downstage(stage),
    height: tall(stage),
  });
  if (looking) for (const figure of company) figure.facing = left ? -1 : 1;
  players(stage, company, left ? -1 : 1);
  const who = figuresInWords(count);
  const verb = count === 1 ? 'looks' : 'look';
  return looking
    ? `${who} ${verb} towards a tall window on the ${left ? 'left' : 'right'}`
    : `${who} in the light that falls from a tall window on the ${left ? 'left' : 'right'}`;
};

/** People under lamps, on a stage with nothing else on it. */
export const beams: Scene = (stage) => {
  const { light, height, width } = stage;
  const lamps = oneOf(stage, 2, 3, 4, 5);
  wall(stage, light.fill, 0.22, 0.5, 0.7);
  boards(stage, light.key, 0.2);
  for (let lamp = 0; lamp < lamps; lamp++) {
    const x = width * ((lamp + 0.5) / lamps);
    beam(
      stage,
      x + between(stage, -60, 60),
      at(stage, 0.5) + (x - width / 2) * 0.55,
      height * 0.13,
      lamp % 2 ? light.fill : light.key,
      0.5,
    );
  }
  const count = oneOf(stage, 2, 3, 4, 5, 6);
  const arms = oneOf(stage, 'down', 'raised', 'reach', 'hip');
  const company = group(stage, count, {
    at: width / 2,
    apart: Math.min(height * 0.15, (width * 0.7) / count),
    y: downstage(stage, 0.3),
    height: tall(stage) * 0.95,
  });
  for (const [index, figure] of company.entries()) figure.arms = index % 2 ? 'down' : arms;
  players(stage, company);
  const doing = { down: 'stand', raised: 'raise a hand', reach: 'point', hip: 'wait' }[arms];
  return `${figuresInWords(count)} ${doing} under ${['', '', 'two', 'three', 'four', 'five'][lamps]} lamps on an open stage`;
};

/** A meal, or what is left of one. */
export const table: Scene = (stage) => {
  const { light, height, width, sharp } = stage;
  const half = Math.min(height * 0.34, width * 0.36);
  const middle = at(stage, between(stage, 0.46, 0.54));
  const y = downstage(stage, 0.42);
  const top = y - height * 0.2;
  wall(stage, light.fill, 0.2);
  boards(stage, light.fill, 0.2);
  glow(stage, middle, top - 30, half * 1.3, height * 0.36, light.key, 0.62);
  pool(stage, middle, y, half * 1.5);
  const count = oneOf(stage, 2, 3, 4);
  const standing = stage.dice() < 0.55;
  const seats = Array.from({ length: count }, (_, index) => {
    const side = index % 2 ? 1 : -1;
    const row = Math.floor(index / 2);
    return someone(stage, middle + side * (half * (row ? 0.52 : 1.02)), y - 12 + row * -8, tall(stage), {
      seated: 'chair',
      facing: side === 1 ? -1 : 1,
      arms: oneOf(stage, 'glass', 'reach', 'down', 'glass'),
    });
  });
  if (standing)
    players(stage, [
      someone(stage, middle + half * between(stage, -0.2, 0.2), y - 26, tall(stage) * 1.04, {
        facing: 0,
        arms: oneOf(stage, 'raised', 'glass', 'down'),
      }),
    ]);
  players(stage, seats.slice(2));
  const cloth = mixed(light.dark, mixed(light.key, '#fff2dd', 0.5), 0.62);
  sharp.push(
    `<linearGradient id="cloth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${cloth}"/><stop offset="1" stop-color="${mixed(light.dark, light.key, 0.14)}"/></linearGradient>`,
    `<path d="M${middle - half * 0.78} ${top}H${middle + half * 0.78}L${middle + half * 0.82} ${top + height * 0.12}Q${middle + half * 0.4} ${top + height * 0.1} ${middle} ${top + height * 0.115}T${middle - half * 0.82} ${top + height * 0.12}z" fill="url(#cloth)"/>`,
    `<path d="M${middle - half * 0.66} ${top + height * 0.1}V${y}M${middle + half * 0.66} ${top + height * 0.1}V${y}" stroke="${light.dark}" stroke-width="9"/>`,
  );
  const lamp = stage.dice() < 0.5;
  for (const offset of lamp ? [0] : [-0.34, 0, 0.34]) {
    const x = middle + offset * half;
    if (lamp)
      sharp.push(
        `<path d="M${x - 4} ${top}v-34h8v34z" fill="${light.dark}"/><path d="M${x - 34} ${top - 30}l14-42h40l14 42z" fill="${mixed(light.key, '#fff4dc', 0.55)}"/>`,
      );
    else {
      glow(stage, x, top - 48, 90, 90, light.key, 0.55);
      sharp.push(
        `<path d="M${x - 3.5} ${top}v-36h7v36z" fill="#efe4cc"/><path d="M${x} ${top - 58}q8 14 0 22q-8-8 0-22z" fill="#fff3c4"/>`,
      );
    }
  }
  players(stage, seats.slice(0, 2));
  return `${figuresInWords(count)} sit at a table with ${lamp ? 'a lamp' : 'three candles'} on it${standing ? ', and another stands behind it' : ''}`;
};

/** An armchair, a standard lamp, and the dark around. */
export const lamplight: Scene = (stage) => {
  const { light, height, sharp } = stage;
  const left = stage.dice() < 0.5;
  const middle = at(stage, left ? 0.36 : 0.64);
  const way = left ? 1 : -1;
  const y = downstage(stage, 0.38);
  const top = y - height * 0.5;
  wall(stage, light.fill, 0.14, left ? 0.3 : 0.7, 0.6);
  boards(stage, light.fill, 0.13);
  glow(stage, middle - way * 110, top + 40, height * 0.5, height * 0.5, light.key, 0.72);
  pool(stage, middle, y, height * 0.5, light.key, 0.55);
  const x = middle - way * 110;
  sharp.push(
    `<path d="M${x - 3} ${y}V${top + 60}h6V${y}z" fill="${mixed(light.dark, light.key, 0.3)}"/><path d="M${x - 34} ${y}q34-22 68 0z" fill="${light.dark}"/>`,
    `<linearGradient id="shadeof" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.key}"/><stop offset="1" stop-color="#fff3d8"/></linearGradient><path d="M${x - 62} ${top + 74}l26-84h72l26 84z" fill="url(#shadeof)"/>`,
  );
  const chair = mixed(light.dark, light.fill, 0.22);
  const s = height / 800;
  sharp.push(
    `<g transform="translate(${middle} ${y}) scale(${way * s} ${s})"><path d="M-70 0V-150Q-78-214-34-218Q-6-220-8-160L-6-92H58Q84-96 84-66V0H66V-20H-52V0z" fill="${chair}"/><path d="M-34-84Q20-98 78-84V-58H-34z" fill="${mixed(light.dark, light.fill, 0.34)}"/></g>`,
  );
  const reading = stage.dice() < 0.5;
  players(
    stage,
    [
      someone(stage, middle - way * 4, y - 18, tall(stage), {
        seated: 'scenery',
        facing: way,
        arms: reading ? 'script' : 'down',
        lean: 0,
      }),
    ],
    left ? -1 : 1,
  );
  const other = stage.dice() < 0.6;
  if (other)
    players(
      stage,
      [someone(stage, middle + way * height * 0.42, y + 6, tall(stage), { facing: -way as 1 | -1 })],
      left ? -1 : 1,
    );
  return `Someone ${reading ? 'reads' : 'sits'} in an armchair under a standard lamp${other ? ' while another looks on' : ', alone'}`;
};

/** A flight of stairs and who is on it. */
export const stairs: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  const up = stage.dice() < 0.5 ? 1 : -1;
  const steps = 8;
  const foot = at(stage, up === 1 ? 0.34 : 0.66);
  const rise = height * 0.052;
  const run = Math.min(height * 0.075, width * 0.066);
  const y = floor + 30;
  wall(stage, light.fill, 0.3, up === 1 ? 0.75 : 0.25, 0.3);
  boards(stage, light.fill, 0.2);
  beam(stage, at(stage, up === 1 ? 0.86 : 0.14), foot + up * run * 5, height * 0.2, light.key, 0.55);
  pool(stage, foot - up * run * 2, downstage(stage, 0.5), height * 0.4, light.key, 0.4);
  let path = `M${foot} ${y}`;
  for (let step = 0; step < steps; step++) path += `v${-rise}h${up * run}`;
  const end = foot + up * run * steps;
  sharp.push(
    `<linearGradient id="flight" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mixed(light.dark, light.key, 0.34)}"/><stop offset="1" stop-color="${mixed(light.dark, light.key, 0.06)}"/></linearGradient>`,
    `<path d="${path}H${up === 1 ? width + 10 : -10}V${y}z" fill="url(#flight)"/>`,
    `<path d="${path}" fill="none" stroke="${mixed(light.dark, light.key, 0.7)}" stroke-width="3"/>`,
  );
  const step = oneOf(stage, 2, 3, 4);
  const waiting = oneOf(stage, 1, 2, 3);
  players(
    stage,
    [
      someone(stage, foot + up * run * (step + 0.5), y - rise * (step + 1), tall(stage) * 0.84, {
        facing: -up as 1 | -1,
        dress: oneOf(stage, 'gown', 'coat'),
      }),
    ],
    up as 1 | -1,
  );
  const posts = Array.from(
    { length: steps },
    (_, i) => `M${foot + up * run * (i + 0.5)} ${y - rise * (i + 1)}v${-height * 0.11}`,
  ).join('');
  sharp.push(
    `<path d="${posts}M${foot - up * 6} ${y - rise - height * 0.09}L${end} ${y - rise * (steps + 1) - height * 0.1}M${foot} ${y}v${-height * 0.17}" fill="none" stroke="${light.dark}" stroke-width="6"/>`,
  );
  players(
    stage,
    group(stage, waiting, {
      at: foot - up * height * 0.24,
      apart: height * 0.18,
      y: downstage(stage, 0.4),
      height: tall(stage),
      known: { facing: up as 1 | -1 },
    }),
    up as 1 | -1,
  );
  return `A figure ${step > 3 ? 'high' : step > 2 ? 'half-way up' : 'low'} on a staircase, and ${figuresInWords(waiting).toLowerCase()} at its foot on the ${up === 1 ? 'left' : 'right'}`;
};

/** One person, one lamp, and curtains to either side. */
export const curtains: Scene = (stage) => {
  const { light, height, width, sharp } = stage;
  const middle = at(stage, between(stage, 0.4, 0.6));
  wall(stage, light.fill, 0.13);
  boards(stage, light.key, 0.16);
  beam(stage, middle + between(stage, -160, 160), middle, height * 0.17, light.key, 0.75);
  for (const side of [-1, 1]) {
    const edge = side === -1 ? 0 : width;
    for (let fold = 0; fold < 6; fold++) {
      const id = `fold${side}${fold}`;
      const wide = width * 0.032;
      const x = edge - side * wide * fold;
      sharp.push(
        `<linearGradient id="${id}"><stop offset="0" stop-color="${mixed(light.dark, light.fill, 0.05)}"/><stop offset=".45" stop-color="${mixed(light.dark, light.fill, 0.26 - fold * 0.012)}"/><stop offset="1" stop-color="${mixed(light.dark, light.fill, 0.03)}"/></linearGradient>`,
        `<path d="M${x} -10V${stage.floor + 60}h${-side * wide * 1.06}Q${x - side * wide} ${height * 0.4} ${x - side * wide * 1.02} -10z" fill="url(#${id})"/>`,
      );
    }
  }
  const arms = oneOf(stage, 'raised', 'down', 'reach', 'script');
  players(stage, [
    someone(stage, middle, downstage(stage, 0.42), tall(stage) * 1.05, {
      arms,
      facing: arms === 'down' ? 0 : oneOf(stage, 1, -1),
    }),
  ]);
  const doing = {
    raised: 'with a hand raised',
    down: 'facing the house',
    reach: 'reaching out',
    script: 'reading from a letter',
  }[arms];
  return `One figure alone between curtains, ${doing}`;
};

/** The end: everybody in a line. */
export const bows: Scene = (stage) => {
  const { light, height, width, sharp } = stage;
  const count = oneOf(stage, 5, 6, 7, 8);
  wall(stage, light.key, 0.34, 0.5, 0.8);
  boards(stage, light.key, 0.4);
  for (let lamp = 0; lamp < 5; lamp++)
    beam(
      stage,
      width * (0.1 + lamp * 0.2),
      width * (0.24 + lamp * 0.13),
      height * 0.14,
      lamp % 2 ? light.fill : light.key,
      0.42,
    );
  const apart = Math.min(height * 0.135, (width * 0.84) / count);
  const y = downstage(stage, 0.2);
  const line = Array.from({ length: count }, (_, index) =>
    someone(stage, width / 2 + (index - (count - 1) / 2) * apart, y, apart * 2.55, {
      facing: 0,
      arms: 'joined',
      lean: 0,
    }),
  );
  players(stage, line, 1, 0.9);
  const heads = oneOf(stage, true, false);
  if (heads) audience(stage);
  else
    for (let lamp = 0; lamp < 9; lamp++) {
      const x = width * (0.06 + lamp * 0.11);
      glow(stage, x, height * 0.93, 90, 60, light.key, 0.5);
      sharp.push(
        `<path d="M${x - 24} ${height * 0.965}q24-42 48 0z" fill="${light.dark}"/><path d="M${x - 18} ${height * 0.955}q18-24 36 0z" fill="#fff0cd"/>`,
      );
    }
  return `${count === 7 ? 'Seven' : count === 8 ? 'Eight' : count === 5 ? 'Five' : 'Six'} players take their bow hand in hand, ${heads ? 'seen over the heads of the audience' : 'behind the footlights'}`;
};

function audience({ light, width, height, sharp, dice }: Stage) {
  for (const row of [0, 1]) {
    const ink = mixed('#050304', light.dark, row ? 0.1 : 0.6);
    const size = height * (row ? 0.052 : 0.04);
    const y = height * (row ? 0.985 : 0.925);
    for (let x = -20 + row * 40; x < width + 40; x += size * 2.7) {
      const head = x + (dice() - 0.5) * size * 0.7;
      sharp.push(
        `<g fill="${ink}"><ellipse cx="${head}" cy="${y - size}" rx="${size * 0.62}" ry="${size * 0.78}"/><path d="M${head - size * 1.25} ${height + 4}V${y + size * 0.6}Q${head - size} ${y - size * 0.1} ${head} ${y - size * 0.1}T${head + size * 1.25} ${y + size * 0.6}V${height + 4}z"/></g>`,
      );
    }
  }
}

/** The lamp that is left on for whoever comes last. */
export const ghostLight: Scene = (stage) => {
  const { light, height, width, sharp } = stage;
  const x = at(stage, between(stage, 0.4, 0.6));
  const y = downstage(stage, 0.4);
  const bulb = y - height * 0.36;
  wall(stage, light.fill, 0.1);
  boards(stage, light.fill, 0.12);
  glow(stage, x, bulb, height * 0.62, height * 0.5, '#ffd9a0', 0.6);
  glow(stage, x, bulb, height * 0.13, height * 0.13, '#fff2d2', 0.9);
  pool(stage, x, y, height * 0.55, '#ffd9a0', 0.5);
  const chairs = oneOf(stage, 2, 3, 4);
  for (let chair = 0; chair < chairs; chair++) {
    const cx = x + (chair % 2 ? 1 : -1) * (150 + 90 * Math.floor(chair / 2)) * (width / 1200);
    const s = height / 800;
    const way = chair % 2 ? -1 : 1;
    sharp.push(
      `<path transform="translate(${cx} ${y - 10 + chair * 7}) scale(${way * s} ${s})" d="M-30-150V0M-30-74H26V0M-30-140H-30M-30-120V-150" fill="none" stroke="${mixed(light.dark, '#ffd9a0', 0.3)}" stroke-width="7"/>`,
    );
  }
  sharp.push(
    `<path d="M${x - 4} ${y}V${bulb + 12}h8V${y}z" fill="${light.dark}"/><path d="M${x - 46} ${y + 6}q46-24 92 0z" fill="${light.dark}"/><circle cx="${x}" cy="${bulb}" r="15" fill="#fff8e6"/>`,
    `<path d="M${x - 26} ${bulb + 18}V${bulb - 30}Q${x} ${bulb - 46} ${x + 26} ${bulb - 30}V${bulb + 18}M${x} ${bulb - 40}V${bulb + 18}" fill="none" stroke="${light.dark}" stroke-width="3"/>`,
  );
  return `A bare bulb on a stand lights an empty stage with ${['', '', 'two', 'three', 'four'][chairs]} chairs`;
};

/** Who runs the show, in the dark at its side. */
export const wings: Scene = (stage) => {
  const { light, height, width, sharp } = stage;
  const left = stage.dice() < 0.5;
  const open = at(stage, left ? 0.74 : 0.26);
  const x = at(stage, left ? 0.3 : 0.7);
  const way = left ? 1 : -1;
  const y = downstage(stage, 0.5);
  glow(stage, open, height * 0.45, width * 0.34, height * 0.6, light.key, 0.85);
  pool(stage, open, stage.floor + 60, width * 0.4, light.key, 0.6);
  boards(stage, light.key, 0.1);
  const onstage = oneOf(stage, 1, 2, 3);
  players(
    stage,
    group(stage, onstage, { at: open, apart: height * 0.11, y: stage.floor + 16, height: tall(stage) * 0.72 }),
    way,
  );
  const near = at(stage, left ? 0.53 : 0.47);
  sharp.push(
    `<path d="M${left ? 0 : width} -10H${near}Q${near - way * 26} ${height * 0.5} ${near + way * 10} ${height + 10}H${left ? 0 : width}z" fill="${mixed('#050406', light.dark, 0.7)}"/>`,
    `<path d="M${near} -10Q${near - way * 26} ${height * 0.5} ${near + way * 10} ${height + 10}" fill="none" stroke="${light.key}" stroke-opacity=".55" stroke-width="5"/>`,
    ...[0.12, 0.26, 0.38].map(
      (share) =>
        `<path d="M${near - way * width * share} -10Q${near - way * (width * share + 22)} ${height * 0.5} ${near - way * width * share} ${height}" fill="none" stroke="${light.fill}" stroke-opacity=".1" stroke-width="16"/>`,
    ),
  );
  const desk = y - height * 0.17;
  sharp.push(
    `<radialGradient id="blue"><stop offset="0" stop-color="#8fb7ff" stop-opacity=".75"/><stop offset="1" stop-color="#8fb7ff" stop-opacity="0"/></radialGradient><ellipse cx="${x + way * 60}" cy="${desk - 10}" rx="${height * 0.2}" ry="${height * 0.14}" fill="url(#blue)"/>`,
    `<path d="M${x + way * 10} ${desk}h${way * 150}l${way * 12} 16h${way * -170}z" fill="#1b2233"/><path d="M${x + way * 20} ${desk + 14}V${y}m${way * 130} 0V${desk + 14}" stroke="#0b0d14" stroke-width="8"/><path d="M${x + way * 46} ${desk}l${way * 12}-10h${way * 52}l${way * -4} 10z" fill="#dfe7f7" fill-opacity=".9"/>`,
  );
  const following = oneOf(stage, 'script', 'reach');
  players(
    { ...stage, light: { ...light, key: '#9cc0ff' } },
    [
      someone(stage, x - way * 16, y, tall(stage), {
        seated: 'chair',
        facing: way,
        arms: following,
        head: oneOf(stage, 'bun', 'cap', 'bare'),
      }),
    ],
    way,
    0.4,
  );
  return `From the wings: ${following === 'script' ? 'the stage manager follows the book' : 'a hand is on the cue light'} while ${figuresInWords(onstage).toLowerCase()} ${onstage === 1 ? 'is' : 'are'} on stage`;
};

/** A circle of chairs and scripts, in working light. */
export const readThrough: Scene = (stage) => {
  const { light, height, width, floor, sharp } = stage;
  const day = { ...stage, light: { ...light, dark: '#2b2622', fill: '#cdb998' } };
  stage.soft.push(`<rect width="${width}" height="${height}" fill="#4a4038"/>`);
  wall(day, '#d8c4a0', 0.62, 0.5, 0.4);
  boards(day, '#b08a5c', 0.75);
  for (const share of [0.18, 0.5, 0.82]) {
    const x = width * share;
    const half = width * 0.075;
    glow(day, x, height * 0.28, half * 3, height * 0.3, '#f4ead2', 0.5);
    sharp.push(
      `<path d="M${x - half} ${floor - height * 0.2}V${height * 0.16}Q${x} ${height * 0.04} ${x + half} ${height * 0.16}V${floor - height * 0.2}z" fill="#efe6d0"/><path d="M${x} ${height * 0.1}V${floor - height * 0.2}M${x - half} ${height * 0.3}h${half * 2}" stroke="#7d6c58" stroke-width="6"/>`,
    );
    day.soft.push(
      `<path d="M${x - half} ${floor + 20}h${half * 1.8}l${half * 0.8} ${height * 0.2}h${-half * 2.2}z" fill="#f4ead2" fill-opacity=".35" filter="url(#shade)"/>`,
    );
  }
  const count = oneOf(stage, 4, 5, 6);
  const standing = stage.dice() < 0.5;
  const readers = Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0.5 : index / (count - 1);
    const x = width * (0.16 + 0.68 * share);
    return someone(day, x, floor + height * (0.05 + 0.11 * Math.abs(share - 0.5) * 2), tall(stage) * 0.92, {
      seated: 'chair',
      facing: share < 0.5 ? 1 : -1,
      arms: 'script',
      lean: 0,
    });
  });
  if (standing) players(day, [someone(day, width * 0.5, floor + 10, tall(stage) * 0.92, { arms: 'raised' })]);
  players(
    day,
    readers.sort((one, other) => one.y - other.y),
  );
  return `${figuresInWords(count)} read from scripts in a ring of chairs by daylight${standing ? ', one person standing up to show something' : ''}`;
};

/** Something small that a scene hangs on. */
export const smallTable: Scene = (stage) => {
  const { light, height, sharp } = stage;
  const x = at(stage, between(stage, 0.34, 0.66));
  const y = downstage(stage, 0.3);
  const top = y - height * 0.21;
  const s = height / 800;
  wall(stage, light.fill, 0.12);
  boards(stage, light.key, 0.12);
  beam(stage, x + between(stage, -220, 220), x, height * 0.12, light.key, 0.8);
  const { thing } = stage;
  const lit = mixed(light.dark, light.key, 0.85);
  sharp.push(
    `<g transform="translate(${x} ${top}) scale(${s})"><path d="M-84 0H84V12H-84z" fill="${lit}"/><path d="M-66 12L-58 168M66 12L58 168M0 12V90" stroke="${mixed(light.dark, light.key, 0.32)}" stroke-width="9"/>${things[thing](mixed(light.dark, light.key, 0.1), lit)}</g>`,
  );
  const watching = oneOf(stage, 0, 1, 2, 3);
  const side = x > stage.width / 2 ? -1 : 1;
  players(
    stage,
    group(stage, watching, {
      at: x + side * height * 0.42,
      apart: height * 0.19,
      y: y + 20,
      height: tall(stage),
      known: { facing: -side as 1 | -1 },
    }),
    -side as 1 | -1,
    0.5,
  );
  return `A ${thing} on a small table in a single light${watching ? `, watched by ${figuresInWords(watching).toLowerCase()}` : ' on an empty stage'}`;
};

const things: Record<Thing, (ink: string, lit: string) => string> = {
  telephone: (ink, lit) =>
    `<path d="M-18 0h36l-8-14h-20z" fill="${ink}"/><path d="M-4-14h8v-50h-8z" fill="${ink}"/><path d="M-16-74h32v14h-32z" fill="${ink}"/><path d="M14-66q30-4 28 26l-2 22h-8l-2-22q0-14-16-14z" fill="${ink}"/><path d="M-16-75h30" stroke="${lit}" stroke-width="2"/>`,
  gramophone: (ink, lit) =>
    `<path d="M-44 0V-26H30V0z" fill="${ink}"/><path d="M10-28Q14-66-10-84Q-50-104-70-132Q-6-140 12-104Q30-78 22-28z" fill="${ink}"/><path d="M-70-132Q-6-140 12-104" stroke="${lit}" stroke-width="3" fill="none"/>`,
  photograph: (ink, lit) =>
    `<path d="M-26 0L-20-66H24L30 0z" fill="${ink}"/><path d="M-17-8L-13-58H17L21-8z" fill="${lit}"/><circle cx="2" cy="-38" r="8" fill="${ink}"/><path d="M-12-9q14-32 28 0z" fill="${ink}"/>`,
  handbag: (ink, lit) =>
    `<path d="M-54 0Q-58-44-34-46H34Q58-44 54 0z" fill="${ink}"/><path d="M-24-46Q0-92 24-46" stroke="${ink}" stroke-width="8" fill="none"/><path d="M-34-46H34" stroke="${lit}" stroke-width="4"/><circle cy="-44" r="6" fill="${lit}"/>`,
  bottle: (ink, lit) =>
    `<path d="M-14 0V-56Q-14-70-6-76V-100H6V-76Q14-70 14-56V0z" fill="${ink}"/><path d="M-9-6V-54" stroke="${lit}" stroke-width="3"/><path d="M34 0h16M42 0v-18M30-44h24q0 26-12 26T30-44z" fill="none" stroke="${ink}" stroke-width="4"/>`,
};
