/** Lists the public pages that are measured, by name and path. */
export async function listPublicPages(site: string): Promise<[name: string, path: string][]> {
  const { shows } = (await (await fetch(`${site}/past-shows?react`)).json()) as { shows: { id: string }[] };
  const [newest] = shows;
  if (!newest) throw new Error('The society has no past show.');
  const { url } = (await (await fetch(`${site}/past-shows/${newest.id}?react`)).json()) as { url: string };
  return [
    ['the front page', '/'],
    ['past shows', '/past-shows'],
    ['a show', url],
    ['the blog', '/blog'],
    ['the search', '/search'],
    ['about us', '/about-us'],
  ];
}
