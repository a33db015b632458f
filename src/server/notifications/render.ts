/** Renders a notice, in the language of its reader, at the moment it is sent. */
import { creditorReference, type HowToPay, inFours } from '#domain/bank.ts';
import { isolated, type Locale, localeFacts } from '#domain/locales.ts';
import { words } from '#server/translations.ts';
import { valid_minutes } from './link-token.ts';
import type { FactsOf } from './notify.ts';

export interface RenderedNotice {
  title: string;
  text: string;
  /** A longer part, for mail only. */
  more?: string;
  /** The page that shows it. */
  path: string;
}

/** The reader. Times without a place of their own are given in the reader's time zone. */
export interface Reader {
  locale: Locale;
  time_zone: string;
}

/** The recipient of a notice. */
export interface Addressee extends Reader {
  /** Null: the operator. */
  user_id: number | null;
  email: string | null;
  phone: string | null;
}

/** The events with a text of the program; a loft's message has its own. */
export type RenderedEvent = Exclude<keyof FactsOf, 'fancier_message' | 'loft_message'>;

/** Renders the notice of an event. */
export function renderNotice<E extends RenderedEvent>(event: E, facts: FactsOf[E], reader: Reader): RenderedNotice {
  return renderers[event](facts, reader);
}

/** A loft's message to one of its fanciers, or to a customer. */
export interface Written {
  loft: string;
  loft_id: number;
  subject: string;
  text: string;
  /** The loft's own address, where it has one. */
  reply_to: string | undefined;
}

/** Renders a loft's message with its sender below, in the language of the reader. */
export function renderMessage({ loft, loft_id, subject, text, reply_to }: Written, { locale }: Reader): RenderedNotice {
  const { t } = words(locale);
  const end = reply_to ? t('letters.from_loft_answer', { loft, email: reply_to }) : t('letters.from_loft', { loft });
  return { title: `${isolated(locale, loft)}: ${subject}`, text: `${text}\n\n-- \n${end}`, path: `/lofts/${loft_id}` };
}

const renderers: { [E in RenderedEvent]: (facts: FactsOf[E], reader: Reader) => RenderedNotice } = {
  bird_home({ bird, loft, flight, time, time_zone, path, n = 1 }, { locale }) {
    const { t } = words(locale);
    const at = instantIn(locale, time, time_zone);
    const blanks = { bird, loft, flight, time: at, n: new Intl.NumberFormat(localeFacts[locale].tag).format(n) };
    if (n > 1) return { title: t('letters.birds_home_subject', blanks), text: t('letters.birds_home', blanks), path };
    return { title: t('letters.bird_home_subject', blanks), text: t('letters.bird_home', blanks), path };
  },
  flight_plans({ loft, flight, time, time_zone, path, ...of }, { locale }) {
    const { t } = words(locale);
    const at = time === null ? t('flights.no_time') : instantIn(locale, time, time_zone);
    const n = 'n' in of ? new Intl.NumberFormat(localeFacts[locale].tag).format(of.n) : '';
    const blanks = { reason: '', fingerprint: '', ...of, loft, flight, time: at, n };
    const key = of.as === 'planned' && of.n > 1 ? 'planned_together' : of.as;
    return { title: t(`letters.flight_${of.as}_subject`, blanks), text: t(`letters.flight_${key}`, blanks), path };
  },
  list_sealed({ loft, flight, fingerprint, pigeons, path }, { locale }) {
    const { t } = words(locale);
    const n = new Intl.NumberFormat(localeFacts[locale].tag).format(pigeons);
    const blanks = { loft, flight, fingerprint, n };
    return { title: t('letters.list_sealed_subject', blanks), text: t('letters.list_sealed', blanks), path };
  },
  released({ loft, flight, time, time_zone, path }, { locale }) {
    const { t } = words(locale);
    const blanks = { loft, flight, time: instantIn(locale, time, time_zone) };
    return { title: t('letters.released_subject', blanks), text: t('letters.released', blanks), path };
  },
  results({ loft, flight, official, corrected, path }, { locale }) {
    const { t } = words(locale);
    const key = corrected ? 'letters.results_corrected' : official ? 'letters.results_official' : 'letters.results';
    const text = t(key, { loft, flight });
    return { title: t('letters.results_subject', { flight }), text, path };
  },
  dispute({ loft, flight, as, ring, text, path }, { locale }) {
    const { t } = words(locale);
    const blanks = { loft, flight, about: ring ?? t('dispute.whole'), text };
    return { title: t(`letters.dispute_${as}_subject`, blanks), text: t(`letters.dispute_${as}`, blanks), path };
  },
  bird_lost({ loft, bird, as, is_back, path }, { locale }) {
    const { t } = words(locale);
    const how = as ?? (is_back ? 'back' : 'lost');
    const title = t(`letters.bird_${how}_subject`, { bird });
    return { title, text: t(`letters.bird_${how}`, { loft, bird }), path };
  },
  bird_sale({ loft, bird, path, ...sale }, { locale }) {
    const { t } = words(locale);
    if (sale.as === 'offered') {
      const { amount_cents, currency, season, customer } = sale;
      const amount = new Intl.NumberFormat(localeFacts[locale].tag, { style: 'currency', currency });
      const blanks = { loft, season, bird, customer, amount: amount.format(amount_cents / 100) };
      return { title: t('letters.bird_offered_subject', blanks), text: t('letters.bird_offered', blanks), path };
    }
    const { as } = sale;
    const title = t(as === 'bought' ? 'letters.bird_bought_subject' : `letters.bird_${as}_subject`, { bird });
    return { title, text: t(`letters.bird_${as}`, { loft, bird }), path };
  },
  prize({ loft, amount_cents, currency, path, ...of }, { locale }) {
    const { t } = words(locale);
    const money = new Intl.NumberFormat(localeFacts[locale].tag, { style: 'currency', currency });
    const before = money.format('before_cents' in of ? of.before_cents / 100 : 0);
    const blanks = { flight: '', pigeons: '', ...of, loft, amount: money.format(amount_cents / 100), before };
    const title = t('letters.prize_subject', blanks);
    if (of.as !== 'taken_back' || of.day === undefined)
      return { title, text: t(`letters.prize_${of.as}`, blanks), path };
    return { title, text: t('letters.prize_taken_back_on', { ...blanks, day: dayIn(locale, of.day) }), path };
  },
  team_claim({ as, path, ...blanks }, { locale }) {
    const { t } = words(locale);
    const title = t(`letters.team_claim_${as}_subject`, blanks);
    return { title, text: t(`letters.team_claim_${as}`, blanks), path };
  },
  order(
    { loft, season, number, status, is_reopened, amount_cents, currency, reason, by, last_day, pigeons, how, path },
    { locale },
  ) {
    const { t } = words(locale);
    const amount = new Intl.NumberFormat(localeFacts[locale].tag, { style: 'currency', currency });
    const blanks = {
      loft,
      season,
      number,
      amount: amount.format(amount_cents / 100),
      day: last_day === null ? '' : dayIn(locale, last_day),
      reason: reason ?? '–',
    };
    const key = status === 'cancelled' ? (`cancelled_by_${by}` as const) : status;
    const title = t('letters.order_subject', { number, status: t(`orders.${status}`) });
    const text = t(is_reopened ? 'letters.order_reopened' : `letters.order_${key}`, blanks);
    const more = how && payingIn(locale, { how, number, amount: blanks.amount });
    const whole = [
      text,
      ...(status === 'paid' && amount_cents > 0 ? [t('letters.order_receipt')] : []),
      ...(pigeons ? [t('letters.order_pigeons', { pigeons })] : []),
    ].join(' ');
    return { title, text: whole, ...(more && { more }), path };
  },
  order_new({ loft, season, number, customer, path, is_confirmed }, { locale }) {
    const { t } = words(locale);
    const blanks = { loft, season, number, customer };
    const text = t(is_confirmed ? 'letters.order_new_confirmed' : 'letters.order_new', blanks);
    return { title: t('letters.order_new_subject', blanks), text, path };
  },
  cash({ as, agent, customer, loft, season, number, amount_cents, currency, reason, last_day, how, path }, { locale }) {
    const { t } = words(locale);
    const amount = new Intl.NumberFormat(localeFacts[locale].tag, { style: 'currency', currency });
    const blanks = {
      loft,
      season,
      number,
      agent,
      customer,
      reason,
      amount: amount.format(amount_cents / 100),
      day: last_day === null ? '–' : dayIn(locale, last_day),
    };
    const title = t('letters.order_subject', { number, status: t(cashWord[as]) });
    const more = how && payingIn(locale, { how, number, amount: blanks.amount });
    return { title, text: t(`letters.cash_${as}`, blanks), ...(more && { more }), path };
  },
  transport(
    { status, day, reason, nothing_handed_over: none = false, not_entered, to_give_back: birds, path, ...facts },
    { locale },
  ) {
    const { t } = words(locale);
    const blanks = { ...facts, day: dayIn(locale, day), reason: reason ?? '–' };
    const title = t('letters.transport_subject', {
      number: facts.number,
      status: t(none ? 'transports.nothing_handed_over' : transportWord(status)),
    });
    const more = [
      not_entered === undefined ? '' : ` ${t('letters.transport_not_entered', { not_entered })}`,
      birds === undefined ? '' : ` ${t('letters.transport_give_back', { birds })}`,
    ].join('');
    return {
      title,
      text: `${t(none ? 'letters.transport_nothing' : `letters.transport_${status}`, blanks)}${more}`,
      path,
    };
  },
  device_silent({ loft, device, since, time_zone, path }, { locale }) {
    const { t } = words(locale);
    const blanks = { loft, device, time: instantIn(locale, since, time_zone) };
    return { title: t('letters.device_silent_subject', blanks), text: t('letters.device_silent', blanks), path };
  },
  refund_failed({ amount_cents, currency, path, loft, season, number, customer }, { locale }) {
    const { t } = words(locale);
    const amount = new Intl.NumberFormat(localeFacts[locale].tag, { style: 'currency', currency });
    const blanks = { loft, season, number, customer, amount: amount.format(amount_cents / 100) };
    return { title: t('letters.refund_failed_subject', blanks), text: t('letters.refund_failed', blanks), path };
  },
  job_stuck({ queue, path }, { locale }) {
    const { t } = words(locale);
    const blanks = { work: t(`work.${queue}`) };
    return { title: t('letters.job_stuck_subject', blanks), text: t('letters.job_stuck', blanks), path };
  },
  rights({ loft, rights }, { locale }) {
    const { t } = words(locale);
    const list = listOf(rights, locale);
    const text = rights.length ? t('letters.rights', { loft, rights: list }) : t('letters.no_rights', { loft });
    return { title: t('letters.rights_subject', { loft }), text, path: pathOf(rights) };
  },
  sign_in({ time, agent }, { locale, time_zone }) {
    const { t } = words(locale);
    const blanks = { time: instantIn(locale, time, time_zone), agent: agent ?? '–' };
    return { title: t('letters.sign_in_subject'), text: t('letters.sign_in', blanks), path: '/notifications' };
  },
  invitation({ loft, rights, team, until, time_zone, path }, { locale }) {
    const { t } = words(locale);
    const day = new Intl.DateTimeFormat(localeFacts[locale].tag, { dateStyle: 'long', timeZone: time_zone });
    const blanks = { loft, until: day.format(new Date(until)) };
    const text =
      team === null
        ? t('letters.invitation', { ...blanks, rights: listOf(rights, locale) })
        : t('letters.invitation_team', { ...blanks, team });
    return { title: t('letters.invitation_subject', { loft }), text, path };
  },
  // The paths of these are added when they are sent (account-notices.ts).
  confirm_email(_facts, { locale }) {
    const { t } = words(locale);
    return { title: t('letters.verify_subject'), text: t('letters.verify'), path: '' };
  },
  email_known(_facts, { locale }) {
    const { t } = words(locale);
    return { title: t('letters.known_subject'), text: t('letters.known'), path: '' };
  },
  new_password(_facts, { locale }) {
    const { t } = words(locale);
    const good = t('identity.link_good', { count: valid_minutes.password });
    return { title: t('letters.reset_subject'), text: `${t('letters.reset')}\n\n${good}`, path: '' };
  },
  account_merge({ by }, { locale }) {
    const { t } = words(locale);
    return { title: t('letters.merge_subject'), text: t('letters.merge', { by }), path: '' };
  },
  account_merged(_facts, { locale }) {
    const { t } = words(locale);
    return { title: t('letters.merged_subject'), text: t('letters.merged'), path: '' };
  },
  security_notice({ what, time, network, browser }, { locale, time_zone }) {
    const { t } = words(locale);
    const title = t(`security.${what}`);
    const where = [
      instantIn(locale, time, time_zone),
      t('security.browser', { browser: browser ?? t('identity.unknown_browser') }),
      ...(network ? [t('security.network', { network })] : []),
    ];
    return { title, text: `${title}\n\n${where.join('\n')}\n\n${t('security.not_you')}`, path: '' };
  },
  contact({ name, email, message }, { locale }) {
    const { t } = words(locale);
    return {
      title: t('letters.contact_subject', { name }),
      text: `${name} <${email}>\n\n${message}`,
      path: '/contact',
    };
  },
};

/** The bank details for an order, a line for each fact, and the loft's own text about payment. */
function payingIn(
  locale: Locale,
  { how: { bank, payment_text }, number, amount }: { how: HowToPay; number: string; amount: string },
): string {
  const { t } = words(locale);
  const facts = bank
    ? [
        t('bank.title'),
        `${t('bank.holder')}: ${bank.holder}`,
        `${t('bank.iban')}: ${inFours(bank.iban)}`,
        ...(bank.bic ? [`${t('bank.bic')}: ${bank.bic}`] : []),
        ...(bank.name ? [`${t('bank.name')}: ${bank.name}`] : []),
        `${t('pay.amount')}: ${amount}`,
        `${t('bank.reference')}: ${inFours(creditorReference(number))}`,
        t('bank.lead'),
      ]
    : [];
  return [facts.join('\n'), payment_text].filter(Boolean).join('\n\n');
}

/** The subject of each notice about cash. */
/** The state of a request as its letter names it: where the birds are, once they have changed hands. */
function transportWord(status: FactsOf['transport']['status']) {
  if (status === 'picked_up') return 'pigeon_status.in_transit';
  if (status === 'given_back') return 'pigeon_status.at_home';
  return `transports.${status}` as const;
}

const cashWord = {
  taken: 'overview.cash',
  waits: 'overview.cash',
  took: 'money.to_approve',
  declined: 'money.cash_declined',
  refused: 'money.cash_declined',
  surplus: 'money.surplus',
  accepted: 'money.paid',
} as const satisfies Record<FactsOf['cash']['as'], string>;

const rightKeys = {
  is_merchant: 'rights.merchant',
  is_agent: 'rights.agent',
  is_staff: 'rights.staff',
  has_seasons: 'rights.seasons',
} as const;

/** The start page for these rights. */
function pathOf(rights: readonly (keyof typeof rightKeys)[]): string {
  if (rights.includes('is_merchant')) return '/overview';
  return rights.includes('is_agent') || rights.includes('has_seasons') ? '/admin/seasons' : '/lofts';
}

function listOf(rights: readonly (keyof typeof rightKeys)[], locale: Locale): string {
  const { t } = words(locale);
  return new Intl.ListFormat(localeFacts[locale].tag).format(rights.map((right) => t(rightKeys[right])));
}

/** A day of a calendar, `2027-03-24`. */
function dayIn(locale: Locale, day: string): string {
  return new Intl.DateTimeFormat(localeFacts[locale].tag, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

function instantIn(locale: Locale, iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(localeFacts[locale].tag, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso));
}
