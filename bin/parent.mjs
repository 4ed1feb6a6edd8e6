// Ends the program when the process that started it has ended. npm passes a SIGTERM on only to its shell, which ends
// without telling the program: the site would keep running, with its port and its data. This file uses only Node's
// built-in modules, and only those of Node 20.0.

/** The time between two checks, in milliseconds. A check is one system call. */
const interval = 500;

/** The variable that tells the program which process it belongs to. */
export const parentVariable = 'CALLBOARD_PARENT';

/**
 * Returns true if the process that started this one has ended. Windows never changes a process's parent, so there the
 * process itself is looked up.
 */
function isGone(pid) {
  if (process.platform !== 'win32') return process.ppid !== pid;
  try {
    return !process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}

/** Takes the id of the process that this one belongs to out of the environment. Returns 0 if it belongs to none. */
export function takeParent() {
  const pid = Number(process.env[parentVariable]);
  // Processes that this one starts must belong to it
  delete process.env[parentVariable];
  return pid || 0;
}

/** Sends this process SIGTERM, as a service manager does, once its parent with this id has ended. 0 means no parent. */
export function endWithParent(pid) {
  if (pid === 0) return;
  const timer = setInterval(() => {
    if (!isGone(pid)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, interval).unref();
}
