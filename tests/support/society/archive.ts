// Fetches the demo society's archive as another program would, so that journeys can compare it with the screen.

import type { ShowListContent } from '#features/archive/shows/contract.ts';
import type { ShowPageContent } from '#features/website/show-pages/contract.ts';

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return (await response.json()) as T;
}

export const fetchPastShows = (site: string) => fetchJson<ShowListContent>(`${site}/past-shows?react`);

/** Returns the person with this name, and the titles of the shows they were in, newest first. */
export async function fetchPersonNamed(site: string, name: string): Promise<{ id: string; titles: string[] }> {
  const { shows, members } = await fetchPastShows(site);
  const found = Object.entries(members).find(([, member]) => member.name === name);
  if (!found) throw new Error(`Nobody in the archive is called ${name}.`);
  const [id, member] = found;
  return { id, titles: shows.filter((show) => member.shows.includes(show.id)).map((show) => show.title) };
}

/** Returns the full content of the newest past show with this title, and its path. */
export async function fetchShowTitled(site: string, title: string): Promise<ShowPageContent & { path: string }> {
  const { shows } = await fetchPastShows(site);
  const found = shows.find((show) => show.title === title);
  if (!found) throw new Error(`No past show is called ${title}.`);
  const { url: path } = await fetchJson<{ url: string }>(`${site}/past-shows/${found.id}?react`);
  return { ...(await fetchJson<ShowPageContent>(`${site}${path}?react`)), path };
}
