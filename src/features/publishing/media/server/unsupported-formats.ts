/** A format that can't be shown: its kind, its name, and a pattern for its first bytes as Latin-1. */
type Format = [kind: 'drawing' | 'video' | 'recording', name: string, head: RegExp];

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the bytes to find
const formats: readonly Format[] = [
  ['drawing', 'SVG', /^\s*(?:<\?xml|<svg|<!DOCTYPE svg)/i],
  ['video', '3GP', /^.{4}ftyp(?:3g|mmp4)/s],
  ['video', 'AVI', /^RIFF.{4}AVI /s],
  ['video', 'MKV', /^\x1a\x45\xdf\xa3/],
  ['video', 'WMV', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
  ['video', 'FLV', /^FLV\x01/],
  ['video', 'MPEG', /^\x00\x00\x01[\xb3\xba]/],
  ['video', 'an older QuickTime', /^.{4}(?:moov|mdat|wide|pnot|skip|free)/s],
  ['recording', 'FLAC', /^fLaC/],
  ['recording', 'AAC', /^\xff[\xf0\xf1\xf8\xf9]/],
  ['recording', 'AIFF', /^FORM.{4}AIF[FC]/s],
  ['recording', 'AMR', /^#!AMR/],
  ['recording', 'CAF', /^caff/],
  ['recording', 'MIDI', /^MThd/],
];
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the bytes to find

const advice = {
  drawing: 'Save it as a PNG picture, then upload that.',
  video: 'Save or export it as MP4 (H.264), then upload that.',
  recording: 'Save or export it as MP3, then upload that.',
};

/** Returns the sentences that refuse a file that can't be shown: what it is, and which format to use. */
export function explainUnsupportedFormat(head: Buffer): string {
  const beginning = head.toString('latin1');
  const known = formats.find(([, , bytes]) => bytes.test(beginning));
  if (!known)
    return 'This isn’t a picture, video or recording that we can show. Upload pictures as JPEG or PNG, videos as MP4 and recordings as MP3.';
  const [kind, name] = known;
  return `Browsers can’t show this ${kind} (${name}). ${advice[kind]}`;
}
