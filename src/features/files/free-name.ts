/** The name, or the first of "Rota (2).pdf", "Rota (3).pdf" … that isn't taken yet; capitals make no difference. */
export function freeName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const [, stem = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${ending}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}
