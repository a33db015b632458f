/** While birds fly, a ranking is read again after so long. */
export const again_ms = 5000;
