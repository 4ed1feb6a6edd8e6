/** The style of a person's name in credits after their account is erased. */
export const erasedNameStyles = ['printed', 'initials', 'member'] as const;
export type ErasedNameStyle = (typeof erasedNameStyles)[number];

/** The name that stays: as printed, "R. C.", or "A member". */
export function formatErasedName(name: string, way: ErasedNameStyle): string {
  if (way === 'printed') return name;
  if (way === 'member') return 'A member';
  const initials = name
    .trim()
    .split(/\s+/u)
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)))
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toLocaleUpperCase('en-GB')}.`);
  return initials.join(' ') || 'A member';
}
