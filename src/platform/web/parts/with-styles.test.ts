import { afterEach, expect, test, vi } from 'vitest';
import { __vitePreload as withStyles } from './with-styles.ts';

interface Link {
  href: string;
  onload: () => void;
  onerror: () => void;
  remove: () => void;
}

/** Imitates a document's head; `sent` lists the style sheets that came with the document. */
function head(sent: readonly string[] = []) {
  const links: Link[] = [];
  vi.stubGlobal('document', {
    createElement: () => ({}),
    querySelector: (selector: string) =>
      [...sent, ...links.map(({ href }) => href)].find((href) => selector === `link[href="${href}"]`) ?? null,
    head: {
      append: (link: Link) => {
        link.remove = () => links.splice(links.indexOf(link), 1);
        links.push(link);
      },
    },
  });
  return links;
}

afterEach(() => vi.unstubAllGlobals());

const load = () => Promise.resolve('the part');

test('a lazy part waits for its styles, so that it never appears unstyled', async () => {
  const links = head();
  let shown = '';
  const coming = withStyles(load, ['assets/a.css']).then((part) => {
    shown = part;
  });
  await new Promise(setImmediate);
  expect([links.map(({ href }) => href), shown]).toEqual([['/assets/a.css'], '']);
  links[0]?.onload();
  await coming;
  expect(shown).toBe('the part');
});

test('two parts that share a style sheet load it once, and both wait for it', async () => {
  const links = head();
  const both = Promise.all([withStyles(load, ['assets/b.css']), withStyles(load, ['assets/b.css'])]);
  expect(links).toHaveLength(1);
  links[0]?.onload();
  expect(await both).toEqual(['the part', 'the part']);
});

test('a style sheet to which the document already links isn’t loaded again', async () => {
  const links = head(['/assets/c.css']);
  expect(await withStyles(load, ['assets/c.css'])).toBe('the part');
  expect(links).toEqual([]);
});

test('a style sheet that failed to load is retried on the next import', async () => {
  const links = head();
  const first = withStyles(load, ['assets/d.css']);
  links[0]?.onerror();
  await expect(first).rejects.toThrow('/assets/d.css');
  const second = withStyles(load, ['assets/d.css']);
  expect(links).toHaveLength(1);
  links[0]?.onload();
  expect(await second).toBe('the part');
});

test('a lazy part whose styles and code both fail reports one error', async () => {
  const links = head();
  const part = withStyles(() => Promise.reject(new Error('no code')), ['assets/e.css']);
  links[0]?.onerror();
  await expect(part).rejects.toThrow('/assets/e.css');
});
