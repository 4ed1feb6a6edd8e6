import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditLogPath, buildAuditLogHref, matchActorNames, parseAuditQuery } from './audit-query.ts';

test('the filters of the audit log can be written to a URL and read back', () => {
  const words = fc.stringMatching(/^[A-Za-zéß’&=+% ?#]{0,20}$/).map((text) => text.trim());
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const subject = fc.oneof(
    words.map((thing) => ({ thing, about: '' })),
    words.map((about) => ({ thing: '', about })),
  );
  const others = fc.record({
    who: words,
    action: words,
    from: fc.oneof(fc.constant(''), day),
    until: fc.oneof(fc.constant(''), day),
  });
  const filters = fc.tuple(others, subject).map(([one, two]) => ({ ...one, ...two }));
  fc.assert(
    fc.property(filters, (one) => {
      expect(parseAuditQuery(new URL(buildAuditLogHref(one), 'http://players.example').searchParams)).toEqual(one);
    }),
  );
  expect(buildAuditLogHref({})).toBe(auditLogPath);
});

test('a subject’s name typed in the audit log’s filters replaces the subject’s id', () => {
  const query = new URLSearchParams({ thing: 'Hamlet', about: 'aaaaaaaaaaaaaaaa' });
  expect(parseAuditQuery(query)).toMatchObject({ thing: 'Hamlet', about: '' });
});

test.each(['2026-02-31x', '2026-13-01', 'yesterday', '26-01-01', "'; drop table audit"])(
  'an invalid day (%s) sets no filter of the audit log',
  (from) => {
    expect(parseAuditQuery(new URLSearchParams({ from })).from).toBe('');
  },
);

test('in the audit log, a full name finds one person, and part of a name finds everyone matching', () => {
  const names = ['', 'Ann Hale', 'Ann Hale-Moss', 'Dee Moss', 'Zoë O’Neil'];
  expect(matchActorNames(names, 'ann hale')).toEqual(['Ann Hale']);
  expect(matchActorNames(names, 'ann')).toEqual(['Ann Hale', 'Ann Hale-Moss']);
  expect(matchActorNames(names, 'moss ann')).toEqual(['Ann Hale-Moss']);
  expect(matchActorNames(names, 'zoe oneil')).toEqual(['Zoë O’Neil']);
  expect(matchActorNames(names, 'the site')).toEqual(['']);
  expect(matchActorNames(names, 'nobody')).toEqual([]);
});
