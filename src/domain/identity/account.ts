/** The interface of the bundled identity provider for its pages. */
import type { SecurityEntries } from '#domain/identity/security.ts';
import type { Locale } from '#domain/locales.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './passkey.ts';

/** A person's account as its owner sees it. */
export interface Account {
  email: string;
  first_name: string;
  last_name: string;
  /** ipfn: the person's name in the papers of the sport (2.28). */
  identity_number: string;
  phone: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
  language: Locale;
  image: string | null;
  second_factor: boolean;
  created_at: string;
  /** Whether the last proof is recent enough to change factors without another one. */
  proven: boolean;
}

/** A passkey on a person's device, in place of a password. */
export interface Passkey {
  id: string;
  name: string;
  since: string;
}

/** WebAuthn options for the browser, as `PublicKeyCredential.parse…FromJSON` reads them. */
export type WebAuthnOptions = Readonly<Record<string, unknown>>;

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

/** A registration whose e-mail address is to be confirmed. */
export interface ConfirmableRegistration {
  email: string;
  first_name: string;
  last_name: string;
  /** Whether a password has to be chosen, because the registration was made in another browser. */
  needs_password: boolean;
}

/** The fields that a person can change without another proof. */
export type Profile = Pick<Account, 'first_name' | 'last_name'> &
  Partial<Pick<Account, 'street' | 'zipcode' | 'city' | 'country'>> & { language: Locale };

/** A session of an account: of a browser, or of a program with tokens of its own. */
export interface AccountSession {
  id: string;
  kind: 'browser' | 'program';
  /** The browser or program, by its own name. */
  agent: string | null;
  /** The network where it began: an IPv4 address, or the /64 of an IPv6 one. */
  network: string | null;
  since: string;
  used_at: string;
  /** The session of the request. */
  here: boolean;
}

/** The secret for an authenticator app, shown once, and backup codes in case the app is lost. */
export interface SecondFactor {
  uri: string;
  secret: string;
  backup_codes: string[];
}

/** A mail or SMS that was sent, or would have been sent. */
export interface OutboxMessage {
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  text: string;
  at: string;
}

/**
 * The provider for one request. Refusals of a rule are thrown as a Refusal; the cookies of the reply are in `cookies`
 * afterwards.
 */
export interface Identity {
  readonly cookies: readonly string[];
  /** Minutes for which a link to a new password is valid (9.3). */
  readonly reset_minutes: number;
  /** Whether sent messages can be read at /id/outbox. */
  readonly outbox_open: boolean;
  me(): Promise<Account | null>;
  register(registration: Registration, onward: string): Promise<void>;
  /** Sends the mail of a registration of this browser again. Replies the same whether the address is known or not. */
  sendConfirmation(email: string): Promise<void>;
  /** The registration that the link of a mail confirms; null when it has expired. */
  registration(token: string): Promise<ConfirmableRegistration | null>;
  /**
   * Creates the account of a registration and signs in.
   * @param password the password chosen by the person with the link; null in the browser that registered
   * @returns the page to continue at
   */
  verifyEmail(token: string, password: string | null): Promise<string>;
  signIn(
    proof: { email: string; password: string },
    onward: string,
  ): Promise<'done' | 'second_factor' | 'verify_email'>;
  /** The second step: a code of the app, or a backup code. */
  proveSecondFactor(code: string): Promise<void>;
  signOut(): Promise<void>;
  /** Replies the same whether the address is known or not. */
  forgetPassword(email: string, onward: string): Promise<void>;
  /** Whether the link of a mail to a new password can still be used. */
  canReset(token: string): Promise<boolean>;
  resetPassword(reset: { token: string; password: string }): Promise<void>;
  changeProfile(profile: Profile): Promise<void>;
  changePicture(bytes: Uint8Array | null): Promise<void>;
  sendPhoneCode(phone: string): Promise<string>;
  verifyPhone(phone: string, code: string): Promise<void>;
  changePassword(change: { old: string; password: string }): Promise<void>;
  sessions(): Promise<AccountSession[]>;
  /** Ends one of {@link sessions}. */
  endSession(id: string): Promise<void>;
  /** Ends all of {@link sessions}, or all but the session of the request. */
  endSessions(which: 'others' | 'all'): Promise<void>;
  /** The security log of the account, the newest first: up to `most` entries before an entry. */
  securityLog(page: { before?: number | null; most: number }): Promise<SecurityEntries>;
  beginSecondFactor(password: string): Promise<SecondFactor>;
  confirmSecondFactor(code: string): Promise<void>;
  endSecondFactor(password: string): Promise<void>;
  /** A challenge for any passkey of this site. */
  askPasskey(): Promise<WebAuthnOptions>;
  /** Signs in with a passkey's reply to the challenge; it counts as two factors. */
  signInWithPasskey(answer: PasskeyAnswer): Promise<void>;
  passkeys(): Promise<Passkey[]>;
  /** A challenge for a new passkey. @throws Refusal `proof_needed` without a password when the last proof is too old */
  beginPasskey(password: string | null): Promise<WebAuthnOptions>;
  addPasskey(name: string, answer: NewPasskeyAnswer): Promise<void>;
  renamePasskey(id: string, name: string): Promise<void>;
  /** @throws Refusal `proof_needed` as {@link beginPasskey} does */
  removePasskey(id: string, password: string | null): Promise<void>;
  deleteAccount(password: string): Promise<void>;
  /** All data of the person at the provider, as JSON. */
  takeData(): Promise<string>;
  outbox(): Promise<OutboxMessage[]>;
}
