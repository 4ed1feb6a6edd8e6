/** Returns the path of the page for the people who look after a person's portrait. */
export const portraitPath = (person: string): string => `/members/portrait/${person}`;
