import { useId, useState } from 'react';
import { say, unsay } from '#platform/web/alerts/index.ts';
import { sendFile } from '#platform/web/calls/sendFile.ts';
import { addPicture } from '../contract.ts';

/** A picture that is to go into the text. */
export interface ComingPicture {
  key: number;
  file: File;
  alt: string;
  /** Whether it is decoration: then it needs no words. */
  decorates: boolean;
  /** How much of it is sent, from 0 to 1; null before. */
  sent: number | null;
  /** What is missing, or why it was refused; "" for nothing. */
  fault: string;
}

let keys = 0;

/** Pictures that were chosen, dropped or pasted, until each is in the text or left out. */
export function usePictures(insert: (markdown: string) => void) {
  const [pictures, setPictures] = useState<readonly ComingPicture[]>([]);
  const at = useId();
  const change = (key: number, some: Partial<ComingPicture>) =>
    setPictures((before) => before.map((one) => (one.key === key ? { ...one, ...some } : one)));
  const leaveOut = (key: number) => setPictures((before) => before.filter((one) => one.key !== key));

  const add = (files: readonly File[]) => {
    const added = files.map((file): ComingPicture => {
      keys += 1;
      return { key: keys, file, alt: '', decorates: false, sent: null, fault: '' };
    });
    unsay(at);
    setPictures((before) => [...before, ...added]);
  };

  async function put({ key, file, alt, decorates }: ComingPicture) {
    if (alt.trim() === '' && !decorates) {
      return change(key, { fault: 'Say what it shows, or tick that it only decorates.' });
    }
    change(key, { sent: 0, fault: '' });
    const form = new FormData();
    form.set('alt', decorates ? '' : alt);
    form.set('picture', file);
    const answer = await sendFile(addPicture, form, (sent) => change(key, { sent }));
    if (answer.code !== 200) return change(key, { sent: null, fault: answer.msg });
    leaveOut(key);
    insert(answer.content);
    say(at, answer);
  }

  return { pictures, at, add, change, leaveOut, put };
}
