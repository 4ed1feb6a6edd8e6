import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const quantity = (count: number | bigint, [one, many]: readonly [string, string]) =>
  `${count.toLocaleString('en-GB')} ${count === 1 || count === 1n ? one : many}`;

const tooShort = ({ origin, minimum }: Issue & { code: 'too_small' }) => {
  if (origin === 'string') return minimum <= 1 ? 'Fill this in.' : `Enter at least ${quantity(minimum, letters)}.`;
  if (origin === 'array' || origin === 'set') return 'Choose at least one.';
  return `Enter ${minimum.toLocaleString('en-GB')} or more.`;
};

const tooLong = ({ origin, maximum }: Issue & { code: 'too_big' }) => {
  if (origin === 'string') return `Keep this to ${quantity(maximum, letters)}.`;
  if (origin === 'array' || origin === 'set') return `Choose at most ${maximum.toLocaleString('en-GB')}.`;
  return `Enter ${maximum.toLocaleString('en-GB')} or less.`;
};

const letters = ['character', 'characters'] as const;

const formats: Readonly<Record<string, string>> = {
  date: 'Enter a date, such as 2026-11-21.',
  datetime: 'Enter a date and a time, such as 2026-11-21T19:30:00Z.',
  email: 'Enter an email address, such as ann@example.org.',
  url: 'Enter a web address, such as https://example.org.',
  regex: 'We don’t recognise this. Reload the page and choose again.',
};

/** Returns the message for a field that a schema refuses without giving a message. */
export function formatValidationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in.' : unreadable;
    case 'too_small':
      return tooShort(issue);
    case 'too_big':
      return tooLong(issue);
    case 'invalid_format':
      return formats[issue.format] ?? unreadable;
    case 'invalid_value':
      return 'Choose one of the options.';
    default:
      return unreadable;
  }
}

const unreadable = 'We couldn’t read this. Please check it.';
