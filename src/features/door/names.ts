/** A name as the door's list has it, by surname, the last word: "Hollis, Dorothy". */
export function surnameFirst(name: string): string {
  const words = name.trim().split(/\s+/);
  // A group has no surname: "Allotment Society, The"
  if (words.length > 1 && words[0]?.toLowerCase() === 'the') return `${words.slice(1).join(' ')}, ${words[0]}`;
  const surname = words.pop() ?? '';
  return words.length > 0 ? `${surname}, ${words.join(' ')}` : surname;
}

/** The first letter of the surname; "" where there is none. */
export const initialOf = (name: string): string =>
  /\p{L}/u.exec(surnameFirst(name))?.[0].toLocaleUpperCase('en-GB') ?? '';
