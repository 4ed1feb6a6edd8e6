import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDraft, isDraftsDeletedEvent, loadDraft, mergeEarlyText, storeDraft } from './stored-draft.ts';
import { deleteStoredUserData } from './user-storage.ts';

const isText = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

let stored: Record<string, string>;

const store = (name: string, value: string) => {
  stored[name] = value;
};

/** Imitates a browser’s storage. Its methods aren’t among its keys. */
function storage(setItem = store, held = () => stored) {
  const methods = {
    getItem: (name: string) => held()[name] ?? null,
    setItem,
    removeItem: (name: string) => void delete held()[name],
  };
  return new Proxy(methods, {
    ownKeys: () => Object.keys(held()),
    getOwnPropertyDescriptor: (_, name) => ({ value: held()[String(name)], enumerable: true, configurable: true }),
  });
}

beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('document', {});
});
afterEach(() => void vi.unstubAllGlobals());

test('a draft is found only for its own user and subject, until it is deleted', () => {
  storeDraft('ann', 'blog post new', { text: 'Mine' });
  expect(loadDraft('ann', 'blog post new', isText)).toEqual({ text: 'Mine' });
  expect(loadDraft('ben', 'blog post new', isText)).toBeUndefined();
  expect(loadDraft('ann', 'blog post x', isText)).toBeUndefined();
  deleteDraft('ann', 'blog post new');
  expect(loadDraft('ann', 'blog post new', isText)).toBeUndefined();
});

test('no draft is loaded while a page is rendered on the server', () => {
  storeDraft('ann', 'post', { text: 'Mine' });
  vi.stubGlobal('document', undefined);
  expect(loadDraft('ann', 'post', isText)).toBeUndefined();
});

test.each(['', 'null', '{"text":1}', '[]', '{"text":', '"text"'])('an invalid draft is ignored: %s', (value) => {
  storeDraft('ann', 'post', {});
  for (const name of Object.keys(stored)) stored[name] = value;
  expect(loadDraft('ann', 'post', isText)).toBeUndefined();
});

test('signing out deletes all drafts, but not the chosen theme', () => {
  stored.theme = 'dark';
  storeDraft('ann', 'post', { text: 'Mine' });
  storeDraft('ben', 'post', { text: 'His' });
  deleteStoredUserData();
  expect(stored).toEqual({ theme: 'dark' });
});

test('signing out also deletes the drafts stored for this window alone', () => {
  const here: Record<string, string> = { theme: 'dark' };
  const storeHere = (name: string, value: string) => {
    here[name] = value;
  };
  vi.stubGlobal(
    'sessionStorage',
    storage(storeHere, () => here),
  );
  storeDraft('ann', 'basket', { text: 'Mine' }, 'window');
  expect(Object.keys(here)).toHaveLength(2);
  deleteStoredUserData();
  expect(here).toEqual({ theme: 'dark' });
});

test('other windows recognise the deletion of all drafts, and don’t take a stored draft for one', () => {
  const heard: string[] = [];
  vi.stubGlobal(
    'localStorage',
    storage((name, value) => {
      heard.push(name);
      store(name, value);
    }),
  );
  storeDraft('ann', 'post', { text: 'Mine' });
  deleteStoredUserData();
  expect(heard.map((key) => isDraftsDeletedEvent({ key }))).toEqual([false, true]);
  expect(isDraftsDeletedEvent({ key: null }), 'all storage was cleared').toBe(true);
});

test('a browser without storage or space causes no error', () => {
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', storage(full));
  expect(() => storeDraft('ann', 'post', { text: 'Mine' })).not.toThrow();
  vi.stubGlobal('localStorage', undefined);
  expect(() => {
    storeDraft('ann', 'post', { text: 'Mine' });
    deleteDraft('ann', 'post');
    deleteStoredUserData();
  }).not.toThrow();
  expect(loadDraft('ann', 'post', isText)).toBeUndefined();
});

test.each([
  ['', 'Long letter', 'Hi', 'Long letter / Hi'],
  ['', 'Long letter\n', 'Hi ', 'Long letter / Hi'],
  ['Saved.', 'Saved. And more.', 'Saved. Hi', 'Saved. And more. / Hi'],
  ['Saved.', 'Saved, more or less.', 'Hi. Saved.', 'Saved, more or less. / Hi.'],
  ['Saved twice', 'Saved once', 'Saved', 'Saved once'],
  ['aa', 'draft', 'aaa', 'draft / a'],
  ['', 'Put back by the browser', 'Put back by the browser. Hi', 'Put back by the browser. Hi'],
  ['Saved', '', 'Hi', 'Hi'],
])(
  'in a field that began as “%s”, the draft “%s” and the early input “%s” are merged into “%s”',
  (before, draft, typed, whole) => {
    expect(mergeEarlyText({ before, draft, typed }, ' / ')).toBe(whole);
  },
);
