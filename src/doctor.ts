import { runCommand } from './command-line.ts';
import { formatFinding } from './doctor/finding.ts';
import { examineSite } from './examine-site.ts';

await runCommand(async () => {
  let faults = 0;
  for await (const finding of examineSite(process.env, new Date())) {
    console.log(formatFinding(finding));
    if (finding.state === 'fault') faults += 1;
  }
  const count = faults === 1 ? 'One thing has' : `${faults} things have`;
  console.log(faults === 0 ? '\nNothing has to be done.' : `\n${count} to be done: see ✗ above.`);
  if (faults > 0) process.exitCode = 1;
});
