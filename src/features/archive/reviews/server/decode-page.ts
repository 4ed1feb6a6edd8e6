/** The number of bytes at the start of a page in which browsers look for the page's own encoding declaration. */
const headBytes = 1024;

/**
 * Decodes an HTML page's text. The encoding is taken from the byte order mark, otherwise from the response's headers,
 * otherwise from the page. A page that declares no known encoding, or UTF-8, is read as UTF-8 if that is valid,
 * otherwise as Windows-1252, which never fails.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const charset = markOf(bytes) ?? charsetIn(contentType) ?? ownCharset(bytes);
  const decoder = charset ? decoderFor(charset) : undefined;
  if (decoder && decoder.encoding !== 'utf-8') return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/**
 * Returns the encoding that the page itself declares. If the declaration can be read as ASCII, the page isn't UTF-16,
 * even if it says so.
 */
function ownCharset(bytes: Uint8Array): string | undefined {
  const charset = charsetIn(ascii(bytes.subarray(0, headBytes)));
  return charset && /^utf-?16/i.test(charset) ? undefined : charset;
}

const charsetIn = (text: string) => /charset\s*=[\s"']*([\w.:-]+)/i.exec(text)?.[1];

const ascii = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** Returns the decoder of an encoding; undefined if the name is unknown. */
function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
