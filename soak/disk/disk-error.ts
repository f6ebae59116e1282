/**
 * Errors as Node's file calls throw them.
 */

/** @param code of errno, such as ENOSPC */
export const diskError = (code: string, syscall: string, path?: string): Error =>
  Object.assign(new Error(`${code}: made to fail, ${syscall}${path === undefined ? '' : ` '${path}'`}`), {
    code,
    syscall,
    ...(path === undefined ? {} : { path }),
  });
