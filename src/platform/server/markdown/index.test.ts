import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerTaskError } from '../background/worker-pool.ts';
import {
  createLongTextCache,
  listOwnPictureUrls,
  previewMarkdown,
  renderMarkdown,
  renderMarkdownLead,
} from './index.ts';

test('a long text is rendered, previewed and excerpted in the same way as a short one', async () => {
  const paragraph = `**Bold** ${'word '.repeat(40).trim()}.`;
  const text = Array.from({ length: 400 }, () => paragraph).join('\n\n');
  const html = `<p>${paragraph.replace('**Bold**', '<strong>Bold</strong>')}</p>\n`;
  expect(await renderMarkdown(paragraph)).toBe(html);
  expect(await renderMarkdown(text)).toBe(html.repeat(400));
  expect(await previewMarkdown(text, 'a member')).toBe(html.repeat(400));
  expect(await renderMarkdownLead(text, 300)).toBe(html.repeat(2));
  const picture = '/media/abcdefghijklmnop/a.jpg';
  expect(await listOwnPictureUrls(`${text}\n\n![One](${picture}) ![Two](${picture})`)).toEqual([picture, picture]);
});

test('a text whose HTML would be many times longer is shown as typed', async () => {
  for (const links of [900, 21_500]) {
    const source = `[a]: /${'x'.repeat(1900)}\n\n${'[a]'.repeat(links)}`;
    const typed = `</p>\n<p>${'[a]'.repeat(links)}</p>\n`;
    expect((await renderMarkdown(source)).endsWith(typed)).toBe(true);
    expect((await previewMarkdown(source, 'a member')).endsWith(typed)).toBe(true);
  }
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const options = { maxTexts: 2, retryPauseMs: 10 * minute, maxRetryPauseMs: 40 * minute };

/** Creates a renderer that fails until `machine.able` is set, and counts its requests. */
function createBusyRenderer() {
  const machine = { able: false, requestCount: 0, why: 'late' as WorkerTaskError['reason'] };
  const texts = createLongTextCache(async (source) => {
    machine.requestCount += 1;
    if (!machine.able) throw new WorkerTaskError(machine.why);
    return `<b>${source}</b>`;
  }, options);
  return { machine, rendered: texts.render, mended: texts.countRerendered };
}

test('a text that took too long once is tried again later and then shown as HTML', async () => {
  const { machine, rendered, mended } = createBusyRenderer();
  expect(await rendered('A', 'whole')).toContain('A');
  expect(await rendered('A', 'whole')).not.toContain('<b>');
  expect(machine.requestCount).toBe(1);
  machine.able = true;
  await vi.advanceTimersByTimeAsync(9 * minute);
  expect({ html: await rendered('A', 'whole'), mended: mended() }).toMatchObject({ mended: 0 });
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect({ html: await rendered('A', 'whole'), mended: mended() }).toEqual({ html: '<b>A</b>', mended: 1 });
});

test('a text that always takes too long is retried less and less often', async () => {
  const { machine, rendered } = createBusyRenderer();
  await rendered('A', 'whole');
  const tries: number[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    const before = machine.requestCount;
    await vi.advanceTimersByTimeAsync(60 * minute);
    tries.push(machine.requestCount - before);
  }
  // The attempts come after 10, 30, 70, 110 and 150 minutes
  expect(tries).toEqual([2, 2, 1]);
});

test('a text isn’t retried once newer texts have pushed it out of the cache', async () => {
  const { machine, rendered } = createBusyRenderer();
  for (const text of ['A', 'B', 'C', 'D']) await rendered(text, 'whole');
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect(machine.requestCount).toBe(4 + 2);
});

test('a text rejected because the queue was full is retried on the next request', async () => {
  const { machine, rendered } = createBusyRenderer();
  machine.why = 'crowded';
  await rendered('A', 'whole');
  machine.able = true;
  expect(await rendered('A', 'whole')).toBe('<b>A</b>');
});
