/** Returns a label for the middle of a sentence: "a wheelchair space". Abbreviations such as "BSL" stay as they are. */
export const lowercaseInitial = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/**
 * Joins labels into one list. All but the first begin with a small letter: "Near the front, on the aisle".
 * Abbreviations keep their capitals.
 */
export const joinLabels = ([first = '', ...others]: readonly string[]): string =>
  [first, ...others.map(lowercaseInitial)].join(', ');
