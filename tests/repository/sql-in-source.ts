/** Returns the position after the quoted text, template or bracket that begins at `at`. */
function endOf(source: string, at: number): number {
  const opening = source[at];
  if (opening === '`') return templateAt(source, at).end;
  if (opening === "'" || opening === '"') {
    let end = at + 1;
    while (end < source.length && source[end] !== opening) end += source[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (opening && '([{'.includes(opening)) {
    let end = at + 1;
    while (end < source.length && !')]}'.includes(source[end] ?? '')) end = endOf(source, end);
    return end + 1;
  }
  return at + 1;
}

/** Returns a template's own text, with a gap for each value, and its end. */
function templateAt(source: string, at: number): { text: string; end: number } {
  let text = '';
  let end = at + 1;
  while (end < source.length && source[end] !== '`') {
    if (source.startsWith('${', end)) {
      text += ' ? ';
      end = endOf(source, end + 1);
    } else {
      text += source[end] === '\\' ? ' ' : source[end];
      end += source[end] === '\\' ? 2 : 1;
    }
  }
  return { text, end: end + 1 };
}

/** Returns the first argument of a call whose arguments begin at `at`. */
export function argumentAt(source: string, at: number): string {
  let end = at;
  while (end < source.length && !',)'.includes(source[end] ?? '')) end = endOf(source, end);
  return source.slice(at, end).trim();
}

/** Returns the text of every piece of raw SQL, including pieces nested in the values of others. */
export function rawSqlIn(source: string): string[] {
  const templates = Array.from(source.matchAll(/\bsql(?:<[^`]*?>)?(?=`)/g), (match) => {
    const { text } = templateAt(source, match.index + match[0].length);
    return text;
  });
  const given = Array.from(source.matchAll(/\bsql\.raw(?:<[^`(]*>)?\(\s*/g), (match) =>
    argumentAt(source, match.index + match[0].length),
  );
  return [...templates, ...given];
}
