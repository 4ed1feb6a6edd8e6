import { expect, test } from 'vitest';
import { type FilePlacement, resolveFileReaders } from './file-access.ts';

const now = '2026-11-21T12:00:00.000Z';
const nowhere: FilePlacement = {
  of_show: null,
  archived: false,
  post_id: null,
  post_type: null,
  published_at: null,
  member_docs: 'no',
};
const post = (some: Partial<FilePlacement>): FilePlacement => ({
  ...nowhere,
  post_id: 'post',
  published_at: now,
  ...some,
});

test.each<[string, FilePlacement, string]>([
  ['of public Member Docs is for every member', { ...nowhere, member_docs: 'public' }, 'everyone'],
  ['of Member Docs is for those who may use them', { ...nowhere, member_docs: 'members' }, 'member_docs'],
  ['of a show is for those who may see shows', { ...nowhere, of_show: 'show' }, 'shows'],
  ['of a public post is for every member', post({ post_type: 'public', of_show: 'show' }), 'everyone'],
  ['of auditions is for every member', post({ post_type: 'auditions' }), 'everyone'],
  [
    'of a private post about a show is for those who may see shows',
    post({ post_type: 'private', of_show: 'show' }),
    'shows',
  ],
  ['of a private post about the society is for every member', post({ post_type: 'private' }), 'everyone'],
  [
    'of a post that isn’t published yet is for those who manage it',
    post({ post_type: 'public', published_at: '2026-11-21T12:00:00.001Z' }),
    'managers',
  ],
  [
    'of an archived show’s public post is for those who manage the show',
    post({ post_type: 'public', of_show: 'show', archived: true }),
    'managers',
  ],
  [
    'of an archived show’s private post is for those who manage the show',
    post({ post_type: 'private', of_show: 'show', archived: true }),
    'managers',
  ],
  ['of an archived show is for those who manage the show', { ...nowhere, of_show: 'show', archived: true }, 'managers'],
  ['that belongs nowhere is for nobody', nowhere, 'nobody'],
])('a file %s', (_, file, readers) => expect(resolveFileReaders(file, now)).toBe(readers));
