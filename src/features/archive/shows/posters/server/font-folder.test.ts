import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import {
  drawPoster,
  drawShowShareImage,
  drawSocietyShareImage,
  examineFontFolder,
  loadFontFolder,
} from './font-folder.ts';
import { computePosterVersion, type PosterSubject } from './poster.ts';
import { createTypesetter, openShapingFont } from './set-line.ts';
import { computeShowShareImageVersion, computeSocietyShareImageVersion } from './share-image.ts';

const fonts = new URL('../../../../../../tests/support/fonts/', import.meta.url);
const readFont = (name: string) => readFileSync(new URL(`${name}.ttf`, fonts));

/** Creates a folder with some of the fonts for tests. */
function makeFolder(...names: string[]): string {
  const folder = join(createTemporaryFolder(), 'fonts');
  mkdirSync(folder);
  for (const name of names) copyFileSync(new URL(`${name}.ttf`, fonts), join(folder, `${name}.ttf`));
  return folder;
}

const show = (known: Partial<PosterSubject> = {}): PosterSubject => ({
  id: 'the-miser',
  title: 'הקמצן',
  author: 'Ada Quill',
  genre: 'Comedy',
  society: 'Lanternside Players',
  when: '3 May 2027',
  ...known,
});

/** Returns the outlines of a text in a font for tests. */
function outlinesOf(text: string, name: string): string[] {
  const font = openShapingFont(readFont(name));
  const letters = (font && createTypesetter(text, 'serif', font)?.setLine(text).letters) ?? [];
  return [...new Set(letters.flatMap(({ outline }) => outline ?? []))];
}

const hasAll = (svg: string, outlines: string[]) =>
  outlines.length > 3 && outlines.every((outline) => svg.includes(`d="${outline}"`));

afterEach(async () => {
  await loadFontFolder('nowhere');
  vi.restoreAllMocks();
});

test('Hebrew titles on posters and share images, and Arabic titles on posters, are drawn with fonts from the folder', async () => {
  expect(await loadFontFolder(makeFolder('arabic', 'hebrew'))).toEqual([]);
  const outlines = outlinesOf('הקמצן', 'hebrew');
  const poster = await drawPoster(show());
  expect([poster.isFinal, hasAll(poster.svg, outlines)]).toEqual([true, true]);
  expect(hasAll((await drawShowShareImage(show())).svg, outlines)).toBe(true);
  expect(hasAll((await drawSocietyShareImage('הקמצן')).svg, outlines)).toBe(true);
  expect(hasAll((await drawPoster(show({ title: 'روميو' }))).svg, outlinesOf('روميو', 'arabic'))).toBe(true);
});

test('a poster whose title no font can draw looks like a poster without a title', async () => {
  await loadFontFolder(makeFolder('arabic'));
  const untitled = await drawPoster(show({ title: '' }));
  const withoutName = ({ svg }: { svg: string }) => svg.replace(/aria-label="[^"]*"/, '');
  for (const title of ['הקמצן', 'المسرح', '羅生門 Rashōmon', 'अभिज्ञान', 'สี่แผ่นดิน', 'Hamlet 日本']) {
    expect(withoutName(await drawPoster(show({ title }))), title).toBe(withoutName(untitled));
  }
});

test('adding, changing or removing a font changes the versions of only the pictures that need it', async () => {
  const folder = makeFolder('arabic');
  const versions = async (subject: PosterSubject) => {
    await loadFontFolder(folder);
    return [
      computePosterVersion(subject),
      computeShowShareImageVersion(subject),
      computeSocietyShareImageVersion(subject.title),
    ];
  };
  const [hebrew, english] = [show(), show({ title: 'The Miser' })];
  const before = { hebrew: await versions(hebrew), english: await versions(english) };
  copyFileSync(new URL('hebrew.ttf', fonts), join(folder, 'hebrew.ttf'));
  const after = await versions(hebrew);
  expect(after.filter((version) => before.hebrew.includes(version))).toEqual([]);
  writeFileSync(join(folder, 'hebrew.ttf'), Buffer.concat([readFont('hebrew'), Buffer.alloc(4)]));
  const changed = await versions(hebrew);
  expect(changed.filter((version) => after.includes(version))).toEqual([]);
  expect(await versions(english)).toEqual(before.english);
  rmSync(join(folder, 'hebrew.ttf'));
  expect(await versions(hebrew)).toEqual(before.hebrew);
});

test('a font damaged while the site runs gives uncached posters without titles, and one warning', async () => {
  const folder = makeFolder('hebrew');
  await loadFontFolder(folder);
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  writeFileSync(join(folder, 'hebrew.ttf'), 'gone');
  const { svg, isFinal } = await drawPoster(show({ id: 'another' }));
  expect([isFinal, hasAll(svg, outlinesOf('הקמצן', 'hebrew'))]).toEqual([false, false]);
  await drawPoster(show({ id: 'third' }));
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toContain('hebrew.ttf');
});

test('in the font folder, unusable files are skipped with a reason, and usable fonts are still used', async () => {
  const folder = makeFolder('hebrew');
  const whole = readFont('arabic');
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  write('cut.ttf', whole.subarray(0, 700));
  write('empty.ttf', '');
  write('huge.otf', '');
  truncateSync(join(folder, 'huge.otf'), 65_000_000);
  write('page.ttf', '<!doctype html><title>Not found</title>');
  write('web.woff2', whole);
  write('license.txt', 'Anybody may use it.');
  mkdirSync(join(folder, 'folder.ttf'));
  const { fonts: usable, unusable } = await examineFontFolder(folder);
  expect(usable.map(({ path }) => path)).toEqual([join(folder, 'hebrew.ttf')]);
  expect(Object.fromEntries(unusable.map(({ name, reason }) => [name, reason]))).toEqual({
    'cut.ttf': 'can’t be read as a font with outlines',
    'empty.ttf': 'can’t be read as a font with outlines',
    'folder.ttf': 'can’t be read',
    'huge.otf': 'is larger than 64 MB',
    'page.ttf': 'can’t be read as a font with outlines',
    'web.woff2': 'has a format that isn’t read: use TTF or OTF',
  });
});

test('damaged fonts neither stop the program nor spoil a poster', async () => {
  const folder = makeFolder();
  const whole = readFont('devanagari');
  for (let n = 0; n < 30; n++) {
    const damaged = Buffer.from(whole);
    // Each file is damaged differently, but in the same way in every run
    for (let i = 0; i < 40; i++)
      damaged[(i * 7919 + n * 104_729 + i * n * 31) % damaged.length] = (i * 37 + n * 11) % 256;
    writeFileSync(join(folder, `damaged-${n}.ttf`), damaged);
  }
  const { fonts: usable, unusable } = await examineFontFolder(folder);
  expect(usable.length + unusable.length).toBe(30);
  await loadFontFolder(folder);
  vi.spyOn(console, 'warn').mockReturnValue();
  const { svg } = await drawPoster(show({ title: 'अभिज्ञानशाकुन्तलम्' }));
  expect(svg).toMatch(/^<svg.*<\/svg>$/);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test('only the first forty fonts of the font folder are used', async () => {
  const folder = makeFolder();
  for (let n = 0; n < 42; n++)
    copyFileSync(new URL('hebrew.ttf', fonts), join(folder, `${String(n).padStart(2, '0')}.ttf`));
  const { fonts: usable, unusable } = await examineFontFolder(folder);
  expect([usable.length, unusable.map(({ name }) => name)]).toEqual([40, ['40.ttf', '41.ttf']]);
});
