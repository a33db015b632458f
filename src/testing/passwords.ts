/**
 * Vitest's setup of the server tests: passwords are hashed with a sixteenth of the work, 10 ms instead of 150, because
 * the tests sign in some thousand times. Programs that tests start hash as in production.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

crypto.scrypt = ((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 1024 }, done)) as typeof crypto.scrypt;
syncBuiltinESMExports();
