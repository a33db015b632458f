/** The cookie that marks a browser as signed out: the next sign-in in it asks for a proof. */

interface Over {
  secure: boolean;
}

/** The name of the cookie; its path is `/login`. */
export const signedOutCookie = ({ secure }: Over): string => (secure ? '__Secure-left' : 'left');

/** The header that deletes the cookie, after a proof. */
export function clearSignedOutCookie({ secure }: Over): string {
  const header = `${signedOutCookie({ secure })}=; Path=/login; Max-Age=0; HttpOnly; SameSite=Lax`;
  return secure ? `${header}; Secure` : header;
}
