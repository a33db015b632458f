/** An e-mail address for people who should recognise it, and not learn it. */

/** An e-mail address as a reader with the link of a mail sees it: enough to recognise one's own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
