/**
 * The issuer of the bundled provider's people in `users`. Its tokens carry the address of the site, which may change;
 * this name does not.
 */
export const bundled_issuer = 'urn:loftline:accounts';
