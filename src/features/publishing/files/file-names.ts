/** Finds the name, or the first of "Rota (2).pdf", "Rota (3).pdf" … that is free; case makes no difference. */
export function findFreeFileName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const [stem, ending] = splitExtension(name);
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${ending}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

/** Returns a file's name and its extension with the dot, or "". */
export function splitExtension(name: string): [string, string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return [stem, ending];
}

/** Returns the name of a file after its bytes were replaced: as before, with the extension that fits the new ones. */
export function withExtensionFrom(name: string, by: string): string {
  const [stem, ending] = splitExtension(name);
  const [, now] = splitExtension(by);
  return now.toLowerCase() === ending.toLowerCase() ? name : stem + now;
}

/** Gives a typed name the extension of the original file `before`, even if it wasn't typed. */
export function ensureExtension(name: string, before: string): string {
  const [stem, ending] = splitExtension(name);
  const [, newEnding] = splitExtension(before);
  return ending.toLowerCase() === newEnding.toLowerCase() ? stem + newEnding : name + newEnding;
}
