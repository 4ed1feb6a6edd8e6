import {
  formatSvgPathData,
  type MotifContext,
  renderSvgCircle,
  renderSvgEllipse,
  renderSvgPath,
  renderSvgRect,
  renderSvgStroke,
} from './drawing.ts';

/** Draws a telephone dial and its cord, which runs to the edge of the picture. */
export function drawTelephoneDial({ width, height, inks, random }: MotifContext): string {
  const radius = Math.min(height * 0.42, 210);
  const x = width * (0.52 + random() * 0.06);
  const y = height * 0.5;
  const ring = radius * 0.72;
  const called = Math.floor(random() * 10);
  let drawn = renderSvgStroke(drawCord(x, height), inks.text, 7) + renderSvgCircle(x, y, radius, inks.second);
  for (let hole = 0; hole < 10; hole++) {
    const angle = -0.95 - hole * 0.52;
    drawn += renderSvgCircle(
      x + Math.cos(angle) * ring,
      y + Math.sin(angle) * ring,
      radius * 0.155,
      hole === called ? inks.light : inks.ground,
    );
  }
  // The finger stop extends beyond the dial. Inside, it would look like a drawing mistake
  const stop = 0.26;
  drawn += renderSvgStroke(
    formatSvgPathData`M${x + Math.cos(stop) * radius * 0.6} ${y + Math.sin(stop) * radius * 0.6}L${x + Math.cos(stop) * radius * 1.12} ${y + Math.sin(stop) * radius * 1.12}`,
    inks.text,
    radius * 0.09,
  );
  return drawn + renderSvgCircle(x, y, radius * 0.4, inks.text) + renderSvgCircle(x, y, radius * 0.1, inks.second);
}

/** Draws the coiled cord from the left edge to the dial. */
function drawCord(to: number, height: number): string {
  const coil = Math.min(22, height * 0.06);
  let data = '';
  for (let t = 0; t * 5 < to; t += 0.45) {
    const x = t * 5 - 20 - coil * Math.sin(t);
    const sag = Math.sin((t * 5) / to) * height * 0.06;
    data += formatSvgPathData`${data === '' ? 'M' : 'L'}${x} ${height * 0.78 + sag + coil * Math.cos(t)}`;
  }
  return data;
}

/** Draws a candle and the circle of its light. */
export function drawCandle({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const foot = height * 0.9;
  const wick = height * 0.5;
  const half = Math.min(30, height * 0.075);
  const flame = Math.min(height * 0.2, 120);
  const bend = (random() - 0.5) * flame * 0.16;
  const tongue = (size: number) =>
    formatSvgPathData`M${x} ${wick}C${x - size * 0.5} ${wick - size * 0.12} ${x - size * 0.28 + bend} ${wick - size * 0.6} ${x + bend} ${wick - size}C${x + size * 0.3 + bend} ${wick - size * 0.58} ${x + size * 0.5} ${wick - size * 0.12} ${x} ${wick}z`;
  const reach = Math.min(height * 0.4, 270);
  const glow = wick - flame * 0.4;
  const rays = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [(i * Math.PI) / 12, ((i + 0.36) * Math.PI) / 12];
    const at = (angle: number, far: number) =>
      formatSvgPathData`${x + Math.cos(angle) * far} ${glow + Math.sin(angle) * far}`;
    return renderSvgPath(
      `M${at(from, reach * 1.08)}L${at((from + to) / 2, reach * (i % 2 ? 1.22 : 1.36))}L${at(to, reach * 1.08)}z`,
      inks.second,
    );
  });
  return [
    ...rays,
    renderSvgCircle(x, glow, reach, inks.second),
    renderSvgPath(tongue(flame * 1.25), inks.light),
    renderSvgPath(tongue(flame * 0.55), inks.second),
    renderSvgRect(x - half, wick + 9, half * 2, foot - wick, inks.text),
    renderSvgRect(x - 2, wick - 10, 4, 20, inks.dark),
    renderSvgPath(
      formatSvgPathData`M${x - half} ${wick + 9}v${height * 0.1}q${half * 0.3} ${half} ${half * 0.6} 0v${-height * 0.1}z`,
      inks.light,
    ),
    renderSvgEllipse(x, foot, Math.min(150, height * 0.36), Math.min(22, height * 0.05), inks.text),
    renderSvgRect(0, foot + Math.min(22, height * 0.05) - 3, width, height, inks.dark),
  ].join('');
}

const LASHES = 11;

/** Draws a wide-open eye. */
export function drawEye({ width, height, inks, random }: MotifContext): string {
  const x = width / 2;
  const half = Math.min(width * 0.41, height * 0.62);
  const open = half * 0.56;
  const y = height * 0.54;
  const look = (random() - 0.5) * half * 0.5;
  let lashes = '';
  for (let i = 0; i < LASHES; i++) {
    const t = (i + 1) / (LASHES + 1);
    const lid = y - 4 * t * (1 - t) * open;
    const far = 1 + 0.3 * Math.sin(Math.PI * t);
    lashes += formatSvgPathData`M${x + (t * 2 - 1) * half * 0.96} ${lid}L${x + (t * 2 - 1) * half * 1.13} ${lid - open * 0.34 * far}`;
  }
  const almond = formatSvgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}Q${x} ${y + open * 2} ${x - half} ${y}z`;
  return [
    renderSvgStroke(lashes, inks.text, half * 0.03),
    renderSvgPath(almond, inks.light),
    renderSvgCircle(x + look, y, open * 0.84, inks.second),
    renderSvgCircle(x + look, y, open * 0.46, inks.dark),
    renderSvgCircle(x + look + open * 0.3, y - open * 0.32, open * 0.15, inks.light),
    renderSvgStroke(
      formatSvgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}`,
      inks.text,
      half * 0.045,
    ),
  ].join('');
}

/** Draws bulbs and bunting, strung across a fairground. */
export function drawFestoon({ width, height, inks, random }: MotifContext): string {
  const strings = Math.max(2, Math.round(height / 118));
  const apart = height / (strings + 0.25);
  let drawn = '';
  for (let string = 0; string < strings; string++) {
    const y = apart * (string + 0.18);
    const sag = apart * (0.45 + random() * 0.25);
    const low = width * (0.36 + random() * 0.28);
    const hang = (x: number) => y + sag * (1 - ((x - low) / (x < low ? low + 20 : width - low + 20)) ** 2);
    let rope = formatSvgPathData`M-10 ${hang(-10)}`;
    for (let x = 10; x <= width + 10; x += 20) rope += formatSvgPathData`L${x} ${hang(x)}`;
    const lamps = (string + (apart > 130 ? 1 : 0)) % 2 === 0;
    const step = lamps ? 50 : 60;
    const size = Math.min(apart * 0.42, 48);
    for (let at = 0; at * step < width + step; at++) {
      const x = at * step + 12;
      const colour = [inks.light, inks.second, inks.text][(at + string) % 3] ?? inks.light;
      drawn += lamps
        ? renderSvgStroke(formatSvgPathData`M${x} ${hang(x)}v9`, inks.text, 7) +
          renderSvgCircle(x, hang(x) + 24, Math.min(15, size * 0.42), at % 4 === 3 ? inks.second : inks.light)
        : renderSvgPath(
            formatSvgPathData`M${x - 22} ${hang(x - 22)}L${x + 22} ${hang(x + 22)}L${x} ${hang(x) + size * 1.15}z`,
            colour,
          );
    }
    drawn += renderSvgStroke(rope, inks.text, 4);
  }
  return drawn;
}

const RIBS = 6;

/** Draws an umbrella, and the rain on it. */
export function drawUmbrella({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const radius = Math.min(height * 0.5, 235);
  const rim = height * 0.5 + radius * 0.08;
  let rain = '';
  for (let column = -2; column < 17; column++)
    for (let row = 0; row * 96 < height; row++) {
      const [left, top] = [column * 40 + (row % 2) * 20 + random() * 10, row * 96 - random() * 30];
      // No drop is drawn under the umbrella
      if (Math.abs(left - x) < radius * 0.98 && top + 52 > rim - radius * 0.3) continue;
      rain += formatSvgPathData`M${left} ${top}l-13 46`;
    }
  const canopy = radius * 0.86;
  const edge = (rib: number) => x - radius + (2 * radius * rib) / RIBS;
  let drawn = renderSvgStroke(rain, inks.second, 5);
  drawn += renderSvgStroke(
    formatSvgPathData`M${x} ${rim - canopy - 16}V${rim + radius * 0.72}q0 ${radius * 0.17} ${-radius * 0.16} ${radius * 0.17}t${-radius * 0.16}${-radius * 0.15}`,
    inks.text,
    radius * 0.05,
  );
  for (let rib = 0; rib < RIBS; rib++) {
    const [from, to] = [edge(rib), edge(rib + 1)];
    const bow = (side: number) => x + (side - x) * 0.94;
    drawn += renderSvgPath(
      formatSvgPathData`M${x} ${rim - canopy}Q${bow(from)} ${rim - canopy * 0.94} ${from} ${rim}Q${(from + to) / 2} ${rim - radius * 0.13} ${to} ${rim}Q${bow(to)} ${rim - canopy * 0.94} ${x} ${rim - canopy}z`,
      rib % 2 ? inks.light : inks.second,
    );
  }
  return drawn;
}
