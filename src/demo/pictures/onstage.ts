import { figuresInWords, group, someone } from './company.ts';
import { beam, between, boards, glow, mixed, oneOf, players, pool, type Scene, type Stage, wall } from './stage.ts';

const at = (stage: Stage, share: number) => stage.width * share;
const tall = (stage: Stage) => stage.height * (stage.height > stage.width ? 0.34 : 0.5);
const downstage = (stage: Stage, share = 0.35) => stage.floor + (stage.height - stage.floor) * share;

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
  const table = y - height * 0.17;
  sharp.push(
    `<radialGradient id="blue"><stop offset="0" stop-color="#8fb7ff" stop-opacity=".75"/><stop offset="1" stop-color="#8fb7ff" stop-opacity="0"/></radialGradient><ellipse cx="${x + way * 60}" cy="${table - 10}" rx="${height * 0.2}" ry="${height * 0.14}" fill="url(#blue)"/>`,
    `<path d="M${x + way * 10} ${table}h${way * 150}l${way * 12} 16h${way * -170}z" fill="#1b2233"/><path d="M${x + way * 20} ${table + 14}V${y}m${way * 130} 0V${table + 14}" stroke="#0b0d14" stroke-width="8"/><path d="M${x + way * 46} ${table}l${way * 12}-10h${way * 52}l${way * -4} 10z" fill="#dfe7f7" fill-opacity=".9"/>`,
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
    const share = index / (count - 1);
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
