import { SaxesParser } from 'saxes';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** The element's whole text, including that of its children. */
  text: string;
  children: XmlElement[];
}

/** Parses XML as strictly as a feed reader may. Throws if it isn't well-formed. */
export function readXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false });
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    for (const element of open) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(source).close();
  const [element] = root.children;
  if (!element) throw new Error('There is no element.');
  return element;
}

/** Returns the first child with that name. Throws if there is none. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement {
  const found = element?.children.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`<${element?.name}> has no <${name}>.`);
  return found;
}
