/** Returns the page on which a person's portrait is looked after. */
export const portraitPath = (person: string): string => `/members/portrait/${person}`;
