/** What the pages of the bundled identity provider ask of it, and what it tells. */
import type { SecurityEntries } from '#domain/identity/security.ts';
import type { Locale } from '#domain/locales.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './passkey.ts';

/** A person's account as its owner sees it. */
export interface Account {
  email: string;
  first_name: string;
  last_name: string;
  /** ipfn: what a person is called by in the sport's papers (2.28). */
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
  /** Whether the person proved who they are so lately that factors may be changed without another proof. */
  proven: boolean;
}

/** A key that a person's device holds in place of a password. */
export interface Passkey {
  id: string;
  name: string;
  since: string;
}

/** What the browser is asked to do with a key, as `PublicKeyCredential.parse…FromJSON` reads it. */
export type PasskeyAsked = Readonly<Record<string, unknown>>;

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

/** A registration whose address is to be proved. */
export interface ConfirmableRegistration {
  email: string;
  first_name: string;
  last_name: string;
  /** Whether a password has to be chosen, because another browser registered. */
  needs_password: boolean;
}

/** What a person may change without another proof. */
export type Profile = Pick<Account, 'first_name' | 'last_name'> &
  Partial<Pick<Account, 'street' | 'zipcode' | 'city' | 'country'>> & { language: Locale };

/** Where an account is signed in: a browser, or a program with handles of its own. */
export interface AccountSession {
  id: string;
  kind: 'browser' | 'program';
  /** As it names itself. */
  agent: string | null;
  /** The network it was begun from: an IPv4 address, or the /64 of an IPv6 one. */
  network: string | null;
  since: string;
  used_at: string;
  /** The one that asks. */
  here: boolean;
}

/** What an authenticator app is told once, and the codes for the day it is lost. */
export interface SecondFactor {
  uri: string;
  secret: string;
  backup_codes: string[];
}

/** Something that was sent, or would have been. */
export interface Letter {
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  text: string;
  at: string;
}

/**
 * The provider as one request sees it. What a rule refuses is thrown as a Refusal; what the answer's cookies become
 * stands in `cookies` afterwards.
 */
export interface Identity {
  readonly cookies: readonly string[];
  /** Minutes for which a link to a new password is good (9.3). */
  readonly reset_minutes: number;
  /** Whether what is sent can be read at /id/outbox. */
  readonly outbox_open: boolean;
  me(): Promise<Account | null>;
  register(registration: Registration, onward: string): Promise<void>;
  /** What the link of a letter confirms; null when it is over. */
  registration(token: string): Promise<ConfirmableRegistration | null>;
  /**
   * Makes an account of a registration and signs in.
   * @param password what whoever has the letter chose; null in the browser that registered
   * @returns where it goes on
   */
  verifyEmail(token: string, password: string | null): Promise<string>;
  signIn(
    proof: { email: string; password: string },
    onward: string,
  ): Promise<'done' | 'second_factor' | 'verify_email'>;
  /** The second step: a code of the app, or one of the codes for the day it is lost. */
  proveSecondFactor(code: string): Promise<void>;
  signOut(): Promise<void>;
  /** Says the same whether the address is known or not. */
  forgetPassword(email: string, onward: string): Promise<void>;
  resetPassword(reset: { token: string; password: string }): Promise<void>;
  changeProfile(profile: Profile): Promise<void>;
  changePicture(bytes: Uint8Array | null): Promise<void>;
  sendPhoneCode(phone: string): Promise<string>;
  verifyPhone(phone: string, code: string): Promise<void>;
  changePassword(change: { old: string; password: string }): Promise<void>;
  sessions(): Promise<AccountSession[]>;
  /** Ends one of {@link sessions}. */
  endSession(id: string): Promise<void>;
  /** Ends all of {@link sessions}, or all but the one that asks. */
  endSessions(which: 'others' | 'all'): Promise<void>;
  /** What happened to the account, the newest first: those before an entry, so many at once. */
  securityLog(page: { before?: number | null; most: number }): Promise<SecurityEntries>;
  beginSecondFactor(password: string): Promise<SecondFactor>;
  confirmSecondFactor(code: string): Promise<void>;
  endSecondFactor(password: string): Promise<void>;
  /** A challenge for any key of this site. */
  askPasskey(): Promise<PasskeyAsked>;
  /** Signs in with what a key answered to the challenge; it counts as two factors. */
  signInWithPasskey(answer: PasskeyAnswer): Promise<void>;
  passkeys(): Promise<Passkey[]>;
  /** A challenge for a new key. @throws Refusal `proof_needed` without a password when the last proof is too old */
  beginPasskey(password: string | null): Promise<PasskeyAsked>;
  addPasskey(name: string, answer: NewPasskeyAnswer): Promise<void>;
  renamePasskey(id: string, name: string): Promise<void>;
  /** @throws Refusal `proof_needed` as {@link beginPasskey} does */
  removePasskey(id: string, password: string | null): Promise<void>;
  deleteAccount(password: string): Promise<void>;
  /** All that the provider knows of the person, as JSON. */
  takeData(): Promise<string>;
  letters(): Promise<Letter[]>;
}
