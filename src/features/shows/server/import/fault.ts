/** The file can't be imported at all; `message` is one sentence for the person who chose it. Nothing has changed. */
export class ArchiveFault extends Error {}
