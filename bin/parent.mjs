// Ends the program when the process that started it has ended. npm passes a SIGTERM on only to its shell, which ends
// without telling the program: the site would keep running, with its port and its data. This file uses only Node's
// built-in modules, and only those of Node 20.0.

/** The time between two checks, in milliseconds. A check is one system call. */
const interval = 500;

/** The environment variable with the id of the process that the program ends with. */
export const parentVariable = 'CALLBOARD_PARENT';

/**
 * Returns true if the process that started this one has ended. Windows never changes a process's recorded parent, so
 * there the function checks if a process with the parent's id still exists.
 */
function isGone(pid) {
  if (process.platform !== 'win32') return process.ppid !== pid;
  try {
    return !process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}

/**
 * Returns the id of the process that this one must end with, and removes the id from the environment. Returns 0 if
 * there is none.
 */
export function takeParent() {
  const pid = Number(process.env[parentVariable]);
  // Without this, processes that this one starts would take the id for that of their own parent
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
