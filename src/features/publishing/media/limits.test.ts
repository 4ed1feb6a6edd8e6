import { expect, test } from 'vitest';
import { maxMediaBytes, validateMediaFileSize, validateMediaKind } from './limits.ts';

test.each([
  ['image/jpeg', maxMediaBytes.picture],
  ['video/mp4', maxMediaBytes.file],
])('a file of the type %s with %i bytes is accepted', (type, size) => {
  expect(validateMediaFileSize({ type, size })).toBe('');
});

test.each([
  ['image/jpeg', 500_000_000, 'This picture is larger than 60 MB. Save a smaller copy, then try again.'],
  ['image/jpeg', 0, 'This file is empty. Save it again, or choose another file.'],
  ['video/mp4', 600_000_000, 'This file is 600 MB; the limit is 500 MB. Make it smaller, or split it into parts.'],
])('a file of the type %s with %i bytes gets this message before it is sent: %s', (type, size, why) => {
  expect(validateMediaFileSize({ type, size })).toBe(why);
});

test.each([
  ['image', 'image/jpeg'],
  ['image', ''],
  ['audio', 'video/ogg'],
] as const)('for the requested kind %s, a file of the type “%s” is accepted', (kind, type) => {
  expect(validateMediaKind(kind, { type })).toBe('');
});

test.each([
  ['image', 'video/mp4', 'This isn’t a picture. Choose another file.'],
  ['video', 'audio/mpeg', 'This isn’t a video. Choose another file.'],
  ['audio', 'image/png', 'This isn’t a recording. Choose another file.'],
] as const)('for the requested kind %s, a file of the type “%s” gets the message “%s”', (kind, type, why) => {
  expect(validateMediaKind(kind, { type })).toBe(why);
});
