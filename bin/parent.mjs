// Ends the program when the process that started it has gone. npm passes a SIGTERM on to its shell alone, which ends
// without telling anybody: the site would live on, and hold its port and its data. Node built-ins only, and none newer
// than Node 20.0.

/** Milliseconds between two looks. A look is one system call. */
const interval = 500;

/** The variable that tells the program which process it belongs to. */
export const parentVariable = 'CALLBOARD_PARENT';

/** Returns true if a process has gone. Windows never changes a process's parent, so that process itself is looked for. */
function isGone(pid) {
  if (process.platform !== 'win32') return process.ppid !== pid;
  try {
    return !process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}

/** Takes the id of the process that this one belongs to from the environment; 0 if it belongs to none. */
export function takeParent() {
  const pid = Number(process.env[parentVariable]);
  // Processes that this one starts belong to it
  delete process.env[parentVariable];
  return pid || 0;
}

/** Stops this process, as a service manager does, once another has gone. */
export function endWithParent(pid) {
  if (pid === 0) return;
  const timer = setInterval(() => {
    if (!isGone(pid)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, interval).unref();
}
