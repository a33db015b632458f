/** That somebody has logged out with this browser: whoever signs in next proves who they are. */

interface Over {
  secure: boolean;
}

/** The name of the cookie that says so; it is sent to the sign-in alone. */
export const leftCookie = ({ secure }: Over): string => (secure ? '__Secure-left' : 'left');

/** The header that forgets it: somebody has proved who they are since. */
export function forgetLeft({ secure }: Over): string {
  const header = `${leftCookie({ secure })}=; Path=/login; Max-Age=0; HttpOnly; SameSite=Lax`;
  return secure ? `${header}; Secure` : header;
}
