import { beforeEach, expect, test } from 'vitest';
import { dismissAlert, getAlerts, subscribeToAlerts } from './alerts.tsx';
import { showAlert } from './index.ts';

// Alerts of tests in other files, which run in the same process, may still be there
beforeEach(() => {
  for (const { key } of getAlerts()) dismissAlert(key);
});

test('showing the same message twice gives two alerts, and closing one leaves the other', () => {
  const text = { title: 'Success', content: 'Your message has been sent successfully!' };
  showAlert(text);
  showAlert(text, 'bad');
  const [first] = getAlerts();
  if (first) dismissAlert(first.key);
  expect(getAlerts()).toEqual([expect.objectContaining({ ...text, tone: 'bad' })]);
});

test('a subscriber is notified of each alert until it unsubscribes', () => {
  let heard = 0;
  const stop = subscribeToAlerts(() => {
    heard += 1;
  });
  showAlert({ title: 'Success', content: 'Plan saved.' });
  stop();
  showAlert({ title: 'Success', content: 'Plan saved.' });
  expect(heard).toBe(1);
});
