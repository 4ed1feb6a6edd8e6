import { someone } from './company.ts';
import { drawFigure } from './figure.ts';
import { boards, glow, mixed, players, pool, type Scene, wall } from './stage.ts';

/** A round table by the light of one lamp, and somebody who has come because she was called. */
export const seance: Scene = (stage) => {
  const { width, height, floor, light, sharp } = stage;
  const middle = width * 0.5;
  const tall = height * (height > width ? 0.34 : 0.5);
  const half = tall * 0.33;
  const feet = floor + (height - floor) * 0.5;
  const top = feet - tall * 0.43;
  const lamp = top - tall * 0.2;
  wall(stage, light.fill, 0.42, 0.5, 0.45);
  boards(stage, light.fill, 0.16);
  // Tall curtains to either side of where she came in
  for (const side of [-1, 1]) {
    for (const fold of [0, 1, 2, 3, 4]) {
      const id = `drape${side}${fold}`;
      const x = middle + side * (tall * 0.98 + fold * tall * 0.2);
      sharp.push(
        `<linearGradient id="${id}"><stop offset="0" stop-color="${mixed(light.dark, light.fill, 0.06)}"/><stop offset=".5" stop-color="${mixed(light.dark, light.fill, 0.3 - fold * 0.04)}"/><stop offset="1" stop-color="${mixed(light.dark, light.fill, 0.05)}"/></linearGradient>`,
        `<path d="M${x} -10V${floor + 18}h${side * tall * 0.205}V-10z" fill="url(#${id})"/>`,
      );
    }
  }
  glow(stage, middle, floor - tall * 0.62, tall * 1.25, tall * 1.05, light.fill, 0.85);
  glow(stage, middle, lamp, tall * 0.8, tall * 0.62, light.key, 0.75);
  pool(stage, middle, feet, tall * 1.1, light.key, 0.5);
  const pale = mixed(light.fill, '#ffffff', 0.72);
  const ghost = someone(stage, middle + tall * 0.04, floor + 4, tall * 1.16, {
    dress: 'gown',
    head: 'long',
    arms: 'raised',
    facing: -1,
    lean: 2,
  });
  sharp.push(
    '<linearGradient id="veil" gradientUnits="userSpaceOnUse" x1="0" y1="-106" x2="0" y2="0">',
    `<stop offset="0" stop-color="${pale}"/><stop offset=".55" stop-color="${pale}" stop-opacity=".82"/><stop offset="1" stop-color="${pale}" stop-opacity="0"/></linearGradient>`,
    `<g opacity=".8">${drawFigure(ghost, { ink: 'url(#veil)', edge: 'none', from: 1 })}</g>`,
  );
  const sitter = { seated: 'chair', arms: 'reach', lean: 0 } as const;
  players(stage, [
    someone(stage, middle - half * 1.6, feet + 4, tall, { ...sitter, facing: 1, dress: 'gown', head: 'bun' }),
    someone(stage, middle + half * 1.6, feet + 4, tall, { ...sitter, facing: -1, dress: 'suit', head: 'bare' }),
  ]);
  const cloth = mixed(light.dark, light.key, 0.42);
  sharp.push(
    `<linearGradient id="cloth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${cloth}"/><stop offset="1" stop-color="${mixed(light.dark, light.fill, 0.12)}"/></linearGradient>`,
    `<path d="M${middle - half} ${top}Q${middle - half * 1.02} ${feet - tall * 0.1} ${middle - half * 1.12} ${feet}Q${middle} ${feet + tall * 0.1} ${middle + half * 1.12} ${feet}Q${middle + half * 1.02} ${feet - tall * 0.1} ${middle + half} ${top}z" fill="url(#cloth)"/>`,
    `<ellipse cx="${middle}" cy="${top}" rx="${half}" ry="${tall * 0.055}" fill="${mixed(light.dark, light.key, 0.62)}"/>`,
    `<path d="M${middle - tall * 0.012} ${top}v${-tall * 0.13}h${tall * 0.024}v${tall * 0.13}z" fill="${mixed(light.dark, '#fff4dc', 0.7)}"/>`,
    `<path d="M${middle} ${lamp - tall * 0.03}q${tall * 0.034} ${tall * 0.055} 0 ${tall * 0.1}q${-tall * 0.034} ${-tall * 0.045} 0 ${-tall * 0.1}z" fill="#fff6df"/>`,
  );
  return 'Two people reach across a round table with a candle on it, and a pale woman with a hand raised stands behind them';
};
