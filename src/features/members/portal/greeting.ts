/** "Good evening, Ruth", by the hour of a moment written with the society's offset. */
export function formatGreeting(moment: string, firstname: string): string {
  const hour = Number(moment.slice(11, 13));
  const time = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return firstname === '' ? `Good ${time}` : `Good ${time}, ${firstname}`;
}
