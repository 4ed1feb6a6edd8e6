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
