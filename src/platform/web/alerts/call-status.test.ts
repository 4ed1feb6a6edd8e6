import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissAlert, getAlerts, showAlert } from './alerts.tsx';
import { clearAllResponses, clearResponse, getResponse, registerSlot, showResponse } from './call-status.tsx';
import { revealResponse } from './reveal-response.ts';

const place = '/members/api/admin/admin_settings/site_settings';
const saved = { code: 200, msg: 'Settings saved.' };
const refused = { code: 400, msg: 'That is no time zone.' };

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [], activeElement: null, body: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearAllResponses();
  for (const { key } of getAlerts()) dismissAlert(key);
});

test('a response stays when its form is rendered again', async () => {
  const release = registerSlot(place);
  showResponse(place, saved);
  release();
  registerSlot(place);
  await revealResponse(place, saved);
  expect(getResponse(place)).toBe(saved);
  expect(getAlerts()).toEqual([]);
  registerSlot(place)();
});

test('the late response of a save doesn’t replace the refusal of a later save', async () => {
  const release = registerSlot(place);
  showResponse(place, saved);
  showResponse(place, refused);
  await revealResponse(place, saved);
  expect(getResponse(place)).toBe(refused);
  expect(getAlerts()).toEqual([]);
  release();
});

test('a response whose form has closed appears once, as an alert', async () => {
  const release = registerSlot('plan');
  showResponse('plan', saved);
  release();
  await revealResponse('plan', saved);
  expect(getResponse('plan')).toBe(null);
  expect(getAlerts()).toEqual([expect.objectContaining({ title: 'Settings saved.', tone: 'ok' })]);
});

/** Places the element for a response far outside the visible part of the page. */
function placeOutOfView(form: object | null) {
  const sentence = {
    ...{ dataset: { answer: 'far' }, textContent: 'Said.', closest: () => form, scrollIntoView: vi.fn() },
    getBoundingClientRect: () => ({ top: 5000, bottom: 5020 }),
  };
  const activeElement = { getAttribute: () => null };
  vi.stubGlobal('document', { querySelectorAll: () => [sentence], activeElement, body: null });
  vi.stubGlobal('window', { innerHeight: 800 });
  registerSlot('far');
  return sentence;
}

test('a response whose place on the page is out of view appears as an alert instead', async () => {
  placeOutOfView(null);
  for (const answer of [saved, refused]) {
    showResponse('far', answer);
    await revealResponse('far', answer);
    expect(getResponse('far')).toBe(null);
    expect(getAlerts().map(({ title }) => title)).toEqual([answer.msg]);
  }
});

test('a form’s error that is out of view is scrolled into view, not shown as an alert', async () => {
  const sentence = placeOutOfView({});
  showResponse('far', refused);
  await revealResponse('far', refused);
  expect(getResponse('far')).toBe(refused);
  expect(sentence.scrollIntoView).toHaveBeenCalledOnce();
  expect(getAlerts()).toEqual([]);
});

test('an error of a button without a place for messages appears as an alert', async () => {
  await revealResponse('row', refused);
  expect(getAlerts()).toEqual([expect.objectContaining({ title: refused.msg, tone: 'bad' })]);
});

test('a later alert about the same form replaces the earlier one, and other alerts stay', () => {
  showAlert({ title: 'Error', content: 'Try again later.' }, 'bad', '/api/contact');
  showAlert({ title: 'Success', content: 'Sent.' }, 'ok', '/api/contact');
  showAlert({ title: 'Success', content: 'Something else.' });
  expect(getAlerts().map(({ content }) => content)).toEqual(['Sent.', 'Something else.']);
});

test('clearing one form’s response leaves the others, and clearing all responses leaves none', () => {
  showResponse('a', saved);
  showResponse('b', saved);
  clearResponse('a');
  expect([getResponse('a'), getResponse('b')]).toEqual([null, saved]);
  clearAllResponses();
  expect(getResponse('b')).toBe(null);
});
