import type { Locator, Page } from '@playwright/test';
import { createShowWithPictures } from '../support/formats/pictures.ts';
import { expect, test } from '../support/screens/browser.ts';
import { withSiteData } from '../support/society/members.ts';

// The tests run one after another on one site, because creating a show with so many photographs takes as long as the
// tests themselves
test.describe.configure({ mode: 'default' });

const photos = 24;
let show = '';
test.beforeAll(async ({ site }) => {
  test.setTimeout(60_000);
  show ||= await withSiteData(site, (_, db, storage) => createShowWithPictures(db, storage, photos));
});

const photo = (page: Page, number: number) => page.getByRole('link', { name: `Photo ${number} of ${photos}:` });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photos' });
/** Finds the viewer's status text, which screen readers announce. */
const said = (page: Page) => viewer(page).getByRole('status');

/**
 * Simulates fingers on an element, frame by frame. Each finger's position is a share of the element's width and height,
 * from its middle. The touch events have their own times, so that a gesture takes `within` milliseconds on a busy
 * machine too. It ends at `endedAt`, in milliseconds since 1970.
 */
async function simulateTouch(
  page: Page,
  on: Locator,
  frames: { x: number; y: number }[][],
  within: number,
  endedAt = Date.now(),
): Promise<void> {
  const box = await on.boundingBox();
  if (box === null) throw new Error('There is nothing to touch.');
  const touch = await page.context().newCDPSession(page);
  const began = (endedAt - within) / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', frame: { x: number; y: number }[], share: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: frame.map(({ x, y }, id) => ({
        id,
        x: box.x + box.width * (0.5 + x),
        y: box.y + box.height * (0.5 + y),
      })),
      timestamp: began + (share * within) / 1000,
    });
  for (const [at, frame] of frames.entries())
    await send(at === 0 ? 'touchStart' : 'touchMove', frame, at / Math.max(1, frames.length - 1));
  await send('touchEnd', [], 1);
  await touch.detach();
}

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** Swipes a finger across the middle of an element; `by` is a share of its width, positive to the right. */
const swipeAcross = (page: Page, on: Locator, by: number, within: number) =>
  simulateTouch(
    page,
    on,
    STEPS.map((share) => [{ x: by * share, y: 0 }]),
    within,
  );

test('a keyboard user opens the viewer, leafs through and zooms photographs, and returns to the same place', async ({
  page,
  open,
  readsWell,
}) => {
  await open(show);
  await photo(page, 2).focus();
  await page.keyboard.press('Enter');
  await expect(said(page)).toHaveText('Photo 2 of 24: Lamp 2 on an empty stage');
  await readsWell();
  await page.keyboard.press('ArrowRight');
  await expect(said(page)).toHaveText(/^Photo 3 of 24/);
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowLeft');
  await expect(said(page)).toHaveText(/^Photo 24 of 24/);
  await expect(viewer(page).getByRole('img', { name: 'Lamp 24 on an empty stage' })).toBeVisible();
  await page.keyboard.press('+');
  await expect(said(page)).toHaveText(/^Photo 24 of 24, 150%/);
  await page.keyboard.press('ArrowRight');
  await expect(said(page)).toHaveText(/^Photo 24 of 24, 150%/);
  await page.keyboard.press('0');
  await expect(said(page)).toHaveText(/^Photo 24 of 24:/);
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const at = document.activeElement;
      return at !== document.body && at?.closest('dialog') === null;
    });
    expect(outside, 'the focus has left the open view').toBe(false);
  }
  await expect(page).toHaveURL(show);
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(photo(page, 2)).toBeFocused();
});

test('the viewer contains only eleven of 24 photographs, and its button shows the next one', async ({ page, open }) => {
  await open(show);
  await photo(page, 1).click();
  await expect(said(page)).toHaveText(/^Photo 1 of 24/);
  await expect(page.locator('dialog img')).toHaveCount(11);
  await viewer(page).getByRole('button', { name: 'Next photo' }).click();
  await expect(said(page)).toHaveText(/^Photo 2 of 24/);
  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await expect(viewer(page)).toBeHidden();
});

test('scrolling to the gallery loads five photographs from each end, and more load on request', async ({
  page,
  open,
}) => {
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const name = /light_(\d+)~1\.webp/.exec(request.url())?.[1];
    if (name) fetched.add(name);
  });
  await open(show);
  await page.getByRole('heading', { name: 'Photographs' }).scrollIntoViewIfNeeded();
  await expect.poll(() => [...fetched].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 20, 21, 22, 23, 24]);
  await page.getByRole('button', { name: 'Show 19 more photos' }).click();
  await expect(photo(page, 6)).toBeFocused();
  await expect.poll(() => fetched.has('6')).toBe(true);
});

// Phone only, because these tests need fingers and a narrow screen
test.describe('photographs can be viewed by touch on a phone @phone-only', () => {
  test('a swipe shows the next photograph, and a slow movement doesn’t', async ({ page, open, readsWell }) => {
    await open(show);
    await photo(page, 1).tap();
    await expect(said(page)).toHaveText(/^Photo 1 of 24/);
    await readsWell();
    await swipeAcross(page, viewer(page), -0.4, 120);
    await expect(said(page)).toHaveText(/^Photo 2 of 24/);
    await swipeAcross(page, viewer(page), 0.4, 120);
    await expect(said(page)).toHaveText(/^Photo 1 of 24/);
    await swipeAcross(page, viewer(page), -0.2, 800);
    await expect(said(page)).toHaveText(/^Photo 1 of 24/);
    for (const button of await viewer(page).getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  test('two fingers zoom a photograph, a swipe then shows no other, and a double tap resets it', async ({
    page,
    open,
  }) => {
    await open(show);
    await photo(page, 1).tap();
    await expect(said(page)).toHaveText(/^Photo 1 of 24:/);
    const apart = (by: number) => [
      { x: -by, y: 0 },
      { x: by, y: 0 },
    ];
    // Two pinches in quick succession don't count as the double tap that ends the zoom
    for (let times = 0; times < 2; times += 1)
      await simulateTouch(
        page,
        viewer(page),
        STEPS.map((share) => apart(0.1 + 0.1 * share)),
        150,
      );
    await expect(said(page)).toHaveText(/^Photo 1 of 24, 400%/);
    await swipeAcross(page, viewer(page), -0.4, 120);
    await expect(said(page)).toHaveText(/^Photo 1 of 24, 400%/);
    const taps = async () => {
      const now = Date.now();
      for (const endedAt of [now - 100, now]) await simulateTouch(page, viewer(page), [[{ x: 0, y: 0 }]], 20, endedAt);
    };
    await taps();
    await expect(said(page)).toHaveText(/^Photo 1 of 24:/);
    await taps();
    await expect(said(page)).toHaveText(/^Photo 1 of 24, 250%/);
  });

  test('a vertical drag closes the viewer, and the link to its photograph has the focus', async ({ page, open }) => {
    await open(show);
    await photo(page, 2).tap();
    await expect(said(page)).toHaveText(/^Photo 2 of 24/);
    await simulateTouch(
      page,
      viewer(page),
      STEPS.map((share) => [{ x: 0, y: 0.3 * share }]),
      300,
    );
    await expect(viewer(page)).toBeHidden();
    await expect(photo(page, 2)).toBeFocused();
    await expect(page).toHaveURL(show);
  });

  test('the sidebar’s five photographs advance on request and never automatically', async ({
    page,
    open,
    readsWell,
  }) => {
    await page.clock.install();
    await open('/');
    const carousel = page.getByRole('region', { name: 'Photographs of The Lantern Hour' });
    await carousel.scrollIntoViewIfNeeded();
    const text = carousel.getByText(/^Photo \d of 5$/);
    await expect(text).toHaveText('Photo 1 of 5');
    await page.clock.runFor('01:00');
    await expect(text).toHaveText('Photo 1 of 5');
    await carousel.getByRole('button', { name: 'Next photo' }).tap();
    await expect(text).toHaveText('Photo 2 of 5');
    await swipeAcross(page, carousel, 0.4, 120);
    await swipeAcross(page, carousel, 0.4, 120);
    await expect(text).toHaveText('Photo 5 of 5');
    await page.keyboard.press('ArrowRight');
    await expect(text).toHaveText('Photo 1 of 5');
    await readsWell();
  });
});

test.describe('pictures that don’t load are requested again', () => {
  test.use({ expectedErrors: [/503|ERR_FAILED|Failed to load/] });

  test('a picture that hasn’t loaded is requested once more past every cache, and then appears', async ({
    page,
    open,
  }) => {
    const requests: string[] = [];
    await page.route(/light_1~1\.webp/, (route) => {
      requests.push(new URL(route.request().url()).search);
      return requests.length === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue();
    });
    await open(show);
    const first = photo(page, 1).getByRole('img');
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => requests.length).toBe(2);
    expect(requests[0]).not.toContain('refresh');
    expect(requests[1]).toContain('refresh');
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('a picture that fails twice is replaced by its description', async ({ page, open, readsWell }) => {
    let requestCount = 0;
    await page.route(/light_1~1\.webp/, (route) => {
      requestCount += 1;
      return route.fulfill({ status: 503, body: '' });
    });
    await open(show);
    await photo(page, 1).scrollIntoViewIfNeeded();
    await expect(photo(page, 1)).toContainText('This picture can’t be shown at the moment.');
    await expect(photo(page, 1)).toContainText('Lamp 1 on an empty stage');
    expect(requestCount).toBe(2);
    await readsWell();
  });

  test('a video that doesn’t play is requested again, and then reports the error', async ({
    page,
    open,
    readsWell,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('trailer~1.webm')) requests.push(url.search);
    });
    await open(show);
    const film = page.locator('video');
    await film.scrollIntoViewIfNeeded();
    expect(requests, 'nothing of a film loads before it is started').toEqual([]);
    await film.evaluate((video: HTMLVideoElement) => video.play().catch(() => {}));
    await expect(page.getByText('This video can’t be played at the moment.')).toBeVisible();
    expect(requests.filter((query) => query.includes('refresh')).length).toBeGreaterThan(0);
    await page.getByRole('link', { name: /^View full screen/ }).click();
    await expect(page.getByRole('dialog', { name: 'Videos' })).toContainText(
      'This video can’t be played at the moment.',
    );
    await readsWell();
  });
});

test('the viewer opens without animation for a visitor who prefers reduced motion', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(show);
  await photo(page, 1).press('Enter');
  await expect(viewer(page)).toHaveCSS('opacity', '1');
  const longest = await viewer(page).evaluate((dialog) =>
    Math.max(
      ...[dialog, ...dialog.querySelectorAll('*')].map((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return Math.max(Number.parseFloat(animationDuration), Number.parseFloat(transitionDuration));
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
});

test('an audio recording plays, is controlled by keyboard, and shows its length', async ({ page, open }) => {
  await open(show);
  const player = page.getByRole('region', { name: 'On the radio' });
  const [play, pause] = ['Play', 'Pause'].map((does) =>
    player.getByRole('button', { name: `${does} the radio recording` }),
  );
  const track = player.getByRole('slider', { name: 'Position in the radio recording' });
  await expect(player.getByText('1:00', { exact: true })).toBeVisible();
  await expect(track).toHaveCount(0);
  await play?.press('Enter');
  await pause?.press('Enter');
  await track.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(track).toHaveAttribute('aria-valuetext', '0:01 of 1:00');
  await play?.press('Enter');
  await expect(player.getByRole('button', { name: 'Pause the radio recording' })).toBeVisible();
  await track.press('End');
  await expect(player.getByRole('button', { name: 'Play the radio recording' })).toBeVisible();
});

test.describe('the gallery can be used without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, every photograph links to its file, and the recording has the browser’s own player', async ({
    page,
    open,
  }) => {
    await open(show);
    await expect(page.locator('main li a[rel=external] img:visible')).toHaveCount(photos);
    const href = await photo(page, 24).getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(answer.headers()['content-type']).toBe('image/webp');
    await expect(page.locator('audio[controls]')).toBeVisible();
    await expect(page.getByRole('button', { name: /Show \d+ more|Play/ })).toHaveCount(0);
  });
});
