/** The name, or the first of "Rota (2).pdf", "Rota (3).pdf" … that isn't taken yet; capitals make no difference. */
export function freeName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const [stem, ending] = stemAndEnding(name);
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${ending}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

/** A file's name and, apart, its ending with the dot, or "". */
export function stemAndEnding(name: string): [string, string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return [stem, ending];
}

/** What a file is called whose bytes were replaced by those of another: as before, with the ending that now fits. */
export function nameAfterReplacing(name: string, by: string): string {
  const [stem, ending] = stemAndEnding(name);
  const [, now] = stemAndEnding(by);
  return now.toLowerCase() === ending.toLowerCase() ? name : stem + now;
}

/** A name that a person typed for a file that was called `before`: it has that one's ending, typed or not. */
export function withEndingOf(name: string, before: string): string {
  const [stem, ending] = stemAndEnding(name);
  const [, kept] = stemAndEnding(before);
  return ending.toLowerCase() === kept.toLowerCase() ? stem + kept : name + kept;
}
