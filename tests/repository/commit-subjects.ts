import { spawnSync } from 'node:child_process';

/** The last commit that needn't follow the format. The earlier history has other formats, and isn't changed. */
const start = 'a0d5a35282754b912c2f417477b41cb813669e61';

const types = ['feat', 'fix', 'refactor', 'perf', 'test', 'docs', 'build', 'ci', 'chore'];
const form = new RegExp(`^(?:${types.join('|')})(?:\\([a-z0-9-]+\\))?!?: \\S.*[^.\\s]$`);
const maxLength = 72;

/** Describes the fault in a commit's subject; "" if there is none. */
export function describeSubjectFault(subject: string): string {
  if (!form.test(subject)) return `not “type(scope): subject” without a full stop, with a type of ${types.join(', ')}`;
  return subject.length > maxLength ? `longer than ${maxLength} characters` : '';
}

/**
 * Checks the subjects of all commits since `since`, without merges. A shallow clone or a downloaded archive doesn't
 * have that history, so nothing is checked there.
 */
export function checkCommitSubjects(root: string, since = start): { commits: number | undefined; faults: string[] } {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${since}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return { commits: undefined, faults: [] };
  const lines = stdout.split('\n').filter((line) => line !== '');
  const faults = lines.flatMap((line) => {
    const [commit = '', ...words] = line.split(' ');
    const fault = describeSubjectFault(words.join(' '));
    return fault ? [`${commit} “${words.join(' ')}”: ${fault}`] : [];
  });
  return { commits: lines.length, faults };
}
