/** Returns a label for the middle of a sentence: "a wheelchair space". Abbreviations such as "BSL" stay as they are. */
export const lowerInitial = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Joins labels to one list, with a capital only at its beginning: "Near the front, on the aisle". */
export const joinLabels = ([first = '', ...others]: readonly string[]): string =>
  [first, ...others.map(lowerInitial)].join(', ');
