import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { loadAssetLookup } from './assets.ts';

test('a page’s assets are its styles in order of dependency, modules, font faces, head script and policy hashes', async () => {
  const dir = createTemporaryFolder();
  await mkdir(join(dir, '.vite'));
  const manifest = {
    'src/browser.tsx': { file: 'assets/browser.js', css: ['assets/browser.css'], imports: ['_common.js'] },
    '_common.js': {
      file: 'assets/common.js',
      css: ['assets/common.css'],
    },
    '_cards.js': { file: 'assets/cards.js', css: ['assets/cards.css'], imports: ['_common.js'] },
    'src/features/a/web/a-page.tsx': {
      file: 'assets/a.js',
      css: ['assets/a.css'],
      imports: ['_cards.js', 'src/browser.tsx'],
    },
    'src/platform/web/ui/styles/fonts.css': { file: 'assets/fonts.css' },
    'src/head-script.ts': { file: 'assets/opening.js' },
  };
  await writeFile(join(dir, '.vite/manifest.json'), JSON.stringify(manifest));
  await mkdir(join(dir, 'assets'));
  for (const name of ['common', 'browser', 'cards', 'a'])
    await writeFile(join(dir, `assets/${name}.css`), `.${name}{}`);
  const fontCss =
    '@font-face{font-family:Besley;src:url(/assets/b.woff2)format("woff2");font-weight:400 900;font-style:italic}' +
    '@font-face{font-family:Instrument Sans;src:url(/assets/i.woff2);font-stretch:75% 100%;font-display:swap}';
  await writeFile(join(dir, 'assets/fonts.css'), fontCss);
  await writeFile(join(dir, 'assets/opening.js'), 'window.early={}');
  const {
    styles,
    css,
    cspSources: sources,
    modules,
    headScript: opening,
    faces,
  } = (await loadAssetLookup(dir)).getPageAssets(['src/features/a/web/a-page.tsx']);
  expect(styles).toEqual(['/assets/common.css', '/assets/browser.css', '/assets/cards.css', '/assets/a.css']);
  expect(css).toBe('.common{}.browser{}.cards{}.a{}');
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(sources).toEqual({
    'script-src': [hashOf('window.early={}')],
    'style-src': [hashOf('.common{}.browser{}.cards{}.a{}'), hashOf(fontCss)],
  });
  expect(modules).toEqual(['/assets/browser.js', '/assets/common.js', '/assets/cards.js', '/assets/a.js']);
  expect(JSON.parse(faces)).toEqual([
    ['Besley', 'url(/assets/b.woff2)', { weight: '400 900', style: 'italic' }],
    ['Instrument Sans', 'url(/assets/i.woff2)', { stretch: '75% 100%' }],
  ]);
  expect(opening).toEqual({ text: 'window.early={}' });
  const { getScriptUrl: scriptAt } = await loadAssetLookup(dir);
  expect(scriptAt('src/head-script.ts')).toBe('/assets/opening.js');
  expect(() => scriptAt('src/nothing.ts')).toThrow('src/nothing.ts');
  await writeFile(join(dir, 'assets/opening.js'), 'write("</script>")');
  await expect(loadAssetLookup(dir)).rejects.toThrow('src/head-script.ts');
});
