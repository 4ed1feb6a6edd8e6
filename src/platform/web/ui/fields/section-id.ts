import { createContext } from 'react';

/** The id of the section that surrounds a form, so that a form posted without a script leads back there; "" if none. */
export const SectionId = createContext('');
