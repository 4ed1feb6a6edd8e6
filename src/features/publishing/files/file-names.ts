/**
 * Returns the name or, if it is taken, the first of "Rota (2).pdf", "Rota (3).pdf"… that is free, without regard to
 * case.
 */
export function findFreeFileName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const [stem, ending] = splitExtension(name);
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${ending}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

/** Splits a file's name into the part before the extension, and the extension with its dot; "" if there is none. */
export function splitExtension(name: string): [string, string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return [stem, ending];
}

/** Returns the name of a file whose content was replaced: the former name with the new file's extension. */
export function replaceExtension(name: string, by: string): string {
  const [stem, ending] = splitExtension(name);
  const [, now] = splitExtension(by);
  return now.toLowerCase() === ending.toLowerCase() ? name : stem + now;
}

/** Adds the extension of the file `before` to a typed name that lacks it. */
export function ensureExtension(name: string, before: string): string {
  const [stem, ending] = splitExtension(name);
  const [, newEnding] = splitExtension(before);
  return ending.toLowerCase() === newEnding.toLowerCase() ? stem + newEnding : name + newEnding;
}
