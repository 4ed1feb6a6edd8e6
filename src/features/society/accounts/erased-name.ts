/** The ways in which credits show a person's name after their account is erased. */
export const erasedNameStyles = ['printed', 'initials', 'member'] as const;
export type ErasedNameStyle = (typeof erasedNameStyles)[number];

/** Formats the name that remains: as printed, "R. C.", or "A member". */
export function formatErasedName(name: string, style: ErasedNameStyle): string {
  if (style === 'printed') return name;
  if (style === 'member') return 'A member';
  const initials = name
    .trim()
    .split(/\s+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)))
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toLocaleUpperCase('en-GB')}.`);
  return initials.join(' ') || 'A member';
}

/** Returns true for a name that several erased people may have: initials only, or "A member". */
export const mayBeErasedName = (name: string): boolean =>
  name === 'A member' || /^(?:(?:\p{L}\p{M}*){1,3}\.(?: |$))+$/u.test(name);
