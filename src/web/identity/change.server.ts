/** The actions of the settings page, by the name that each form sends. */
import type { Identity, SecondFactor, WebAuthnOptions } from '#domain/identity/account.ts';
import { codeForm, newPasswordForm, passkeyForm, phoneForm, profileForm, proofForm } from '#domain/identity/forms.ts';
import { newPasskeyAnswer, readAnswer } from '#domain/identity/passkey.ts';
import { fieldsOf, textIn } from '#web/lib/form.ts';
import { fileIn } from '#web/lib/form-file.ts';
import { notFound } from '#web/lib/loader.ts';

/** The result of a form of the settings page. */
export interface Changed {
  what: string;
  saved?: boolean;
  /** The phone number that a code was sent to. */
  phone?: string;
  factor?: SecondFactor;
  /** The browser's options to create a new passkey, and its name. */
  passkey?: { options: WebAuthnOptions; name: string };
  gone?: boolean;
  /** All sessions ended, this one included. */
  over?: boolean;
  /** The language chosen for all pages. */
  language?: string;
}

const proof = (form: FormData) => fieldsOf(form, proofForm).old_password;
/** Null after a fresh proof: the form has no password field then. */
const proofIfAsked = (form: FormData) => (form.has('old_password') ? proof(form) : null);

type Change = (identity: Identity, form: FormData, id: string) => Promise<Omit<Changed, 'what'>>;

const changes: Readonly<Record<string, Change>> = {
  async person(identity, form) {
    const profile = fieldsOf(form, profileForm);
    await identity.changeProfile(profile);
    return { saved: true, language: profile.language };
  },
  async picture(identity, form) {
    await identity.changePicture(new Uint8Array(await fileIn(form, 'picture').arrayBuffer()));
    return { saved: true };
  },
  async no_picture(identity) {
    await identity.changePicture(null);
    return { saved: true };
  },
  async phone(identity, form) {
    return { phone: await identity.sendPhoneCode(fieldsOf(form, phoneForm).phone) };
  },
  async phone_code(identity, form) {
    await identity.verifyPhone(textIn(form, 'phone'), fieldsOf(form, codeForm).code);
    return { saved: true };
  },
  async password(identity, form) {
    const old = proof(form);
    await identity.changePassword({ old, password: fieldsOf(form, newPasswordForm).password });
    return { saved: true };
  },
  async session(identity, form) {
    await identity.endSession(textIn(form, 'id'));
    return { saved: true };
  },
  async elsewhere(identity) {
    await identity.endSessions('others');
    return { saved: true };
  },
  async everywhere(identity) {
    await identity.endSessions('all');
    return { over: true };
  },
  async factor(identity, form) {
    return { factor: await identity.beginSecondFactor(proof(form)) };
  },
  async factor_code(identity, form) {
    await identity.confirmSecondFactor(fieldsOf(form, codeForm).code);
    return { saved: true };
  },
  async no_factor(identity, form) {
    await identity.endSecondFactor(proof(form));
    return { saved: true };
  },
  async passkey(identity, form) {
    const { name } = fieldsOf(form, passkeyForm);
    return { passkey: { options: await identity.beginPasskey(proofIfAsked(form)), name } };
  },
  async new_passkey(identity, form) {
    const { name } = fieldsOf(form, passkeyForm);
    await identity.addPasskey(name, readAnswer(newPasskeyAnswer, textIn(form, 'passkey')));
    return { saved: true };
  },
  async passkey_name(identity, form, id) {
    await identity.renamePasskey(id, fieldsOf(form, passkeyForm).name);
    return { saved: true };
  },
  async no_passkey(identity, form, id) {
    await identity.removePasskey(id, proofIfAsked(form));
    return { saved: true };
  },
  async delete(identity, form) {
    await identity.deleteAccount(proof(form));
    return { gone: true };
  },
};

/** Runs the action of a form; its `what` is the name and, for one of several, an id. */
export async function change(identity: Identity, form: FormData): Promise<Changed> {
  const what = textIn(form, 'what');
  const [word = '', id = ''] = what.split(' ');
  if (!Object.hasOwn(changes, word)) notFound();
  return { what, ...(await changes[word]!(identity, form, id)) };
}
