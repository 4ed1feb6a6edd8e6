// Acts on a page as a person would: finds things by name, presses, types, drags and reads.
import { expect } from '@playwright/test';
import type { Point } from '../support/society/planner.ts';
import type { InputSource, Tab } from './driver/tab.ts';

/**
 * Selects elements by selector and accessible name. A string has to be the whole name; a pattern may match any part of
 * it.
 */
export interface ElementQuery {
  css: string;
  name?: string | RegExp;
  /** Restricts the query to elements that are inside those of this query. */
  within?: ElementQuery;
}

const roleQuery = (css: string) => (name?: string | RegExp, within?: ElementQuery) => ({
  css,
  ...(name !== undefined && { name }),
  ...(within && { within }),
});

export const button = roleQuery('button, summary, [role=button]');
export const link = roleQuery('a[href]');
export const field = roleQuery('input, textarea, select, [contenteditable=true]');
export const heading = roleQuery('h1, h2, h3');
export const option = roleQuery('[role=option]');
export const dialog = roleQuery('dialog[open], [role=dialog]');
/** Returns a query for a seat of the planner. */
export const seat = (label: string): ElementQuery => ({ css: `[data-seat="${label}"]` });

/** Defines `find` in the page, which returns the visible elements that match a query, in document order. */
const finder = `
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) =>
    clean(element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ')) ||
    clean(element.getAttribute('aria-label')) ||
    clean([...(element.labels ?? [])].map((label) => label.textContent).join(' ')) ||
    clean(element.textContent) ||
    clean(element.querySelector('img[alt]')?.alt);
  const isVisible = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
  const find = ({ css, name, within }) =>
    (within ? find(within) : [document])
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter((element) => isVisible(element) && (name === undefined || !element.closest('[aria-hidden=true]')))
      .filter((element) => name === undefined || (typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element))));
`;

/** Converts a value to JavaScript source: JSON, with regular expressions as literals. */
function toSource(value: unknown): string {
  if (value instanceof RegExp) return `${value}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value) ?? 'undefined';
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}: ${toSource(part)}`)
    .join(', ')}}`;
}

/** The characters that WebDriver sends for keys, by the names of `KeyboardEvent.key`. */
const keys: Record<string, string> = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Tab: '\uE004',
};

const keyboard = (actions: readonly object[]): InputSource => ({ type: 'key', id: 'keyboard', actions });
const mouse = (actions: readonly object[]): InputSource => ({ type: 'pointer', id: 'mouse', actions });
const moveTo = ({ x, y }: Point) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration: 40,
  origin: 'viewport',
});

/** Retries until `attempt` no longer throws, for at most 20 seconds. */
const eventually = (attempt: () => Promise<void>) =>
  expect(attempt).toPass({ intervals: [50, 100, 250], timeout: 20_000 });

/**
 * Selects an option by its label, and returns "selected". If that is impossible, returns the reason: "disabled", or the
 * labels of all options.
 */
function selectOption(select: HTMLSelectElement, label: string | RegExp): string {
  if (select.matches(':disabled')) return 'disabled';
  const isWanted = ({ text }: HTMLOptionElement) => (typeof label === 'string' ? text === label : label.test(text));
  const wanted = [...select.options].find(isWanted);
  if (!wanted) return [...select.options].map(({ text }) => text).join(', ');
  select.value = wanted.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return 'selected';
}

export type TabUser = ReturnType<typeof createTabUser>;

/** Controls a tab. Paths are those of the site at `home`. */
export function createTabUser(tab: Tab, home: string) {
  /** Runs a function in the page. The function sees its arguments, but no variables of the test. */
  const evaluate = async <Result, Args extends unknown[]>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> => (await tab.evaluate(`(${run})(${args.map(toSource).join(', ')})`)) as Awaited<Result>;

  /** Evaluates an expression in which `elements` are the elements that a query finds. */
  const evaluateOn = (query: ElementQuery, expression: string) =>
    tab.evaluate(`(() => { ${finder} const elements = find(${toSource(query)}); return ${expression}; })()`);

  /**
   * Scrolls to an element and returns its middle. Throws if the element isn't found, is disabled or covered, or moves
   * within eight frames.
   */
  const locate = async (query: ElementQuery): Promise<Point> => {
    const at = await tab.evaluate(`(async () => {
      ${finder}
      const [element] = find(${toSource(query)});
      if (!element) throw new Error('nothing is found');
      if (element.matches(':disabled')) throw new Error('it is disabled');
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const place = () => {
        const { x, y, width, height } = element.getClientRects()[0];
        return { x: x + width / 2, y: y + height / 2 };
      };
      const before = place();
      // Up to 50 ms after the last key, Firefox still scrolls the field with the caret into view
      for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame);
      const { x, y } = place();
      if (Math.abs(x - before.x) + Math.abs(y - before.y) > 1) throw new Error('it moves');
      const hit = document.elementFromPoint(x, y);
      const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element);
      if (!isHit) throw new Error('it is covered by ' + hit?.outerHTML.slice(0, 120));
      delete window.pressed;
      addEventListener('pointerdown', ({ target }) => {
        window.pressed = target === hit || element.contains(target) ? 'it' : 'something else';
      }, { capture: true, once: true });
      return { x, y };
    })()`);
    return at as Point;
  };

  const find = async (query: ElementQuery): Promise<Point> => {
    let at: Point = { x: 0, y: 0 };
    await eventually(async () => {
      at = await locate(query).catch((error: Error) => {
        throw new Error(`${toSource(query)}: ${error.message}`);
      });
    });
    return at;
  };

  /** Waits until the page is hydrated, after which React reacts to clicks and keys. */
  const waitForHydration = () =>
    eventually(async () => {
      const isReady = await evaluate(
        () =>
          document.querySelector('main') !== null &&
          window.early === undefined &&
          [...document.fonts].some(
            ({ family, status }) => /^"?Instrument Sans"?$/.test(family) && status === 'loaded',
          ) &&
          document.documentElement.dataset.later === undefined,
      );
      expect(isReady, 'the page is hydrated').toBe(true);
    });

  /**
   * Clicks an element. If the element moves between measuring and pressing, as may happen while a page loads, tries
   * again, at most three times in all.
   */
  const click = async (query: ElementQuery) => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const at = await find(query);
      await tab.performActions([
        mouse([moveTo(at), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
      ]);
      const pressed = await tab.evaluate('window.pressed').catch(() => undefined);
      if (pressed !== 'something else') return;
    }
    throw new Error(`${toSource(query)} moves away whenever it is clicked.`);
  };

  /** Presses a key or a combination, such as `Control+z`. */
  const press = async (combination: string) => {
    const values = combination.split(/(?<=.)\+/).map((name) => keys[name] ?? name);
    await tab.performActions([
      keyboard([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]),
    ]);
  };

  const type = (text: string) =>
    tab.performActions([
      keyboard(
        Array.from(text, (letter) => [
          { type: 'keyDown', value: letter === '\n' ? keys.Enter : letter },
          { type: 'keyUp', value: letter === '\n' ? keys.Enter : letter },
        ]).flat(),
      ),
    ]);

  return {
    evaluate,
    click,
    press,
    type,
    waitForHydration,
    goBack: () => tab.goBack(),
    print: () => tab.print(),
    /** Opens a path of the site, like a visitor who types it. */
    async open(path: string) {
      await tab.goTo(new URL(path, home).href);
      await waitForHydration();
    },
    /** Replaces the content of a field by typing. */
    async fill(query: ElementQuery, text: string) {
      await click(query);
      await evaluateOn(query, "elements[0].select?.(), elements[0].matches('[contenteditable]') ? undefined : null");
      await type(text);
    },
    /**
     * Selects an option by its label. The browser's own list isn't part of the page, so a script selects the option.
     */
    async choose(query: ElementQuery, label: string | RegExp) {
      await find(query);
      expect(await evaluateOn(query, `(${selectOption})(elements[0], ${toSource(label)})`)).toBe('selected');
    },
    /** Selects an option of the only list in a frame of the same site. */
    chooseInFrame: (frame: ElementQuery, label: RegExp) =>
      eventually(async () => {
        const select = `elements[0].contentDocument.querySelector('select')`;
        expect(await evaluateOn(frame, `(${selectOption})(${select}, ${toSource(label)})`)).toBe('selected');
      }),
    /**
     * Pastes formatted text by an event, because a test can't use the system's clipboard. Returns true if the page
     * accepted the text.
     */
    paste: async (query: ElementQuery, html: string, text: string) =>
      (await evaluateOn(
        query,
        `((target) => {
          const data = new DataTransfer();
          data.setData('text/html', ${JSON.stringify(html)});
          data.setData('text/plain', ${JSON.stringify(text)});
          const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
          // Firefox empties the data that its constructor is given
          Object.defineProperty(event, 'clipboardData', { value: data });
          return !target.dispatchEvent(event);
        })(elements[0])`,
      )) as boolean,
    /** Moves the focus to an element, as Tab would. */
    async focus(query: ElementQuery) {
      await find(query);
      await evaluateOn(query, 'elements[0].focus()');
    },
    /**
     * Drags with the mouse from the middle of one element to that of another. `held` runs before the mouse button is
     * released.
     */
    async drag(from: ElementQuery, to: ElementQuery, held = async () => {}) {
      const start = await find(from);
      const end = (await evaluateOn(
        to,
        '(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(elements[0].getBoundingClientRect())',
      )) as Point;
      const steps = [0.2, 0.4, 0.6, 0.8, 1].map((share) =>
        moveTo({ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }),
      );
      await tab.performActions([mouse([moveTo(start), { type: 'pointerDown', button: 0 }, ...steps])]);
      await held();
      await tab.performActions([mouse([moveTo(end), { type: 'pointerUp', button: 0 }])]);
    },
    /** Waits until an element is visible. */
    see: (query: ElementQuery) =>
      eventually(async () => {
        expect(await evaluateOn(query, 'elements.length'), toSource(query)).toBeGreaterThan(0);
      }),
    /** Waits until no element that a query finds is visible. */
    seeNo: (query: ElementQuery) =>
      eventually(async () => {
        expect(await evaluateOn(query, 'elements.length'), toSource(query)).toBe(0);
      }),
    /** Waits until the page shows a text. */
    seeText: (text: string | RegExp, within: ElementQuery = { css: 'body' }) =>
      eventually(async () => {
        const shown = await evaluateOn(within, "elements.map((element) => element.innerText).join('\\n')");
        if (typeof text === 'string') expect(shown).toContain(text);
        else expect(shown).toMatch(text);
      }),
    /** Waits until an element that a query finds has the focus. */
    seeFocusOn: (query: ElementQuery) =>
      eventually(async () => {
        const isFocused = await evaluateOn(query, 'elements.some((element) => element === document.activeElement)');
        expect(isFocused, `the focus is on ${toSource(query)}`).toBe(true);
      }),
    /** Waits until the URL matches the pattern. */
    seeUrl: (pattern: RegExp) =>
      eventually(async () => {
        expect(await evaluate(() => location.pathname + location.search + location.hash)).toMatch(pattern);
      }),
    /** Returns the texts of all visible elements that a query finds. */
    readAll: async (query: ElementQuery) =>
      (await evaluateOn(query, 'elements.map((element) => clean(element.textContent))')) as string[],
    /** Returns the alternative text of the first image in the first element that a query finds. */
    readAltText: async (query: ElementQuery) =>
      (await evaluateOn(query, "elements[0].querySelector('img').alt")) as string,
    /** Returns the value of a field. */
    readValue: async (query: ElementQuery) => (await evaluateOn(query, 'elements[0]?.value')) as string,
  };
}
