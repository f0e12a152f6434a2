/** A reason why the model is not there yet, in words for the user; holds no credentials. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';
}

/** The system's own code of an error, such as ECONNRESET; its message when it has none. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : typeof message === 'string' ? message : String(error);
}

/** @param folder where the model's files are kept */
export function inWords(error: unknown, folder: string): string {
  if (error instanceof ProvisionError) return error.message;
  const code = codeOf(error);
  // Only the system's errors are about the folder.
  if (!/^E[A-Z0-9]+$/.test(code)) return `unexpected: ${code}`;
  switch (code) {
    case 'ENOSPC':
      return `the disk with ${folder} is full`;
    case 'EDQUOT':
      return `the disk quota for ${folder} is used up`;
    case 'EROFS':
      return `${folder} cannot be written: the disk is read-only`;
    case 'EACCES':
    case 'EPERM':
      return `${folder} may not be written (${code})`;
    default:
      return `${folder} cannot be used (${code})`;
  }
}
