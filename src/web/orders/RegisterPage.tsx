/**
 * Registration for a season (2.12) by plain forms: computing the total requests the page again with the values in the
 * URL, sending posts them. With a script the total follows at once, and the values survive a reload.
 */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Form, redirect, useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { shownTo } from '#domain/contracts/version.ts';
import { countriesIn } from '#domain/countries.ts';
import { isolate } from '#domain/locales.ts';
import { missingIn } from '#domain/orders/registration.ts';
import { keepRegistration, readRegistration, register } from '#domain/orders/registration-contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { listCollections } from '#domain/transports/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, signInFor } from '#web/lib/loader.ts';
import { inOneLine } from '#web/lib/names.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath, registerPath } from '#web/lib/paths.ts';
import { ratesOf } from '#web/lib/rates.server.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Route } from './+types/RegisterPage.ts';
import { AddAddress } from './AddAddress.tsx';
import { carriedPhone, carryPhone } from './carried-phone.server.ts';
import {
  asSearch,
  atFields,
  type Choice,
  choiceFrom,
  choiceToSave,
  firstGap,
  type Gap,
  quantityOf,
  sentOf,
  stillWrong,
  sumToOrder,
} from './choice.ts';
import { NotOpen } from './NotOpen.tsx';
import { PackageChoice } from './PackageChoice.tsx';
import styles from './register.module.css';
import { SentBefore } from './SentBefore.tsx';
import { Step } from './Step.tsx';
import { Summary } from './Summary.tsx';
import { markSent, saveChoice, savedChoice, wasSentFrom } from './saved-choice.ts';
import { TeamChoice } from './TeamChoice.tsx';
import { Terms } from './Terms.tsx';
import { Transport } from './Transport.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const call = context.get(callContext);
  const offer = await answers(() => call(readRegistration, { params: key }));
  const { collections } = await answers(() => call(listCollections, { params: { loft_id: key.loft_id } }));
  const title = t('register.title', { season: inOneLine(offer.loft.name, offer.season.name) });
  const head = pageHead({ context, params, pattern }, [title], title);
  // Without an account the page is public and cached: no request key, and no order can be sent.
  return {
    ...offer,
    collections,
    rates: await ratesOf(context),
    request_key: offer.me?.request_key ?? '',
    carried_phone: offer.me ? await carriedPhone(request) : '',
    countries: countriesIn(locale),
    head,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const { public_url } = context.get(pageContext);
  const form = await request.formData();
  const typed = Object.fromEntries([...form.keys()].map((name) => [name, textIn(form, name)]));
  const body = sentOf(typed);
  return actOn(form, async () => {
    try {
      if (typed.intent === 'keep') {
        await context.get(callContext)(keepRegistration, { params: key, body: { choice: choiceToSave(typed) } });
        return redirect(`/registrations?kept=${key.season_id}`, { status: 303, headers: await phone('') });
      }
      const { order_id } = await context.get(callContext)(register, { params: key, body });
      return redirect(`${orderPath(order_id)}?sent=1`, { status: 303, headers: await phone('') });
    } catch (error) {
      if (isRefusal(error) && error.code === 'sign_in_first') {
        // Nobody logs in for an order that cannot be placed.
        const gap = firstGap(typed, await context.get(callContext)(readRegistration, { params: key }));
        if (typed.intent !== 'keep' && gap?.step === 1) throw new Refusal('bad_input', {}, gap.errors);
        // The values survive the sign-in in the URL, the phone number in a cookie.
        const signIn = signInFor(`${registerPath(key)}?${asSearch(typed)}`, 303);
        for (const [name, value] of await phone(typed.phone ?? '')) signIn.headers.append(name, value);
        throw signIn;
      }
      // What was changed in one window, after another one had sent it: there is one order of it.
      if (isRefusal(error) && error.code === 'request_reused')
        return redirect(`${orderPath(Number(error.params.order_id))}?already=1`, {
          status: 303,
          headers: await phone(''),
        });
      throw atFields(error, body);
    }
  });

  async function phone(carried: string): Promise<[string, string][]> {
    return [['set-cookie', await carryPhone(carried, key, public_url)]];
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Refusals shown at the packages: no places left, or out of time. */
const ofPackages = [
  'registration_ends',
  'spots_left',
  'most_active_pigeons',
  'most_reserve_pigeons',
  'error_registration_pigeons',
];

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { state } = useNavigation();
  const { key: entry } = useLocation();
  const sentence = useSentence();
  const { loft, season, window, room, me, products, contracts, collections, registration, carried_phone } = loaderData;
  const [choice, choose] = useChoice(season.id, actionData?.typed, {
    team_id: String(me?.teams[0]?.id ?? ''),
    // A new team is most often of the country in which its fancier lives.
    ...(me?.address.country && { country: me.address.country }),
    ...me?.draft,
    ...(carried_phone !== '' && { phone: carried_phone }),
  });
  useWayToOrder(season.id, entry, me?.sent?.id);
  const contract = shownTo(contracts, locale);
  const missing = missingIn({ contracts, products });
  const isOpen = registration === 'open' && !missing.length;
  const sum = sumToOrder(choice, loaderData);
  const refused = actionData?.refused;
  const gap = firstGap(choice, loaderData);
  const { goOn, isTold, form } = useGoOn(gap);
  const errors = isTold ? gap?.errors : actionData && stillWrong(refused?.errors ?? {}, actionData.typed, choice);
  // Where a quantity is the reason, it is said at its field.
  const atPackages = refused && ofPackages.includes(refused.code) && gap?.step !== 1 ? refused : undefined;
  const left = room.all.max === null ? null : Math.max(0, room.all.max - room.all.taken);
  const change = (name: string, value: string) => choose({ ...choice, [name]: value });
  const packages = sum.lines.length > 0 && gap?.step !== 1;
  // What is chosen for everybody from the start is done only once there is something to send.
  const team =
    packages && ((choice.team_id ?? '') !== '' || ((choice.team ?? '') !== '' && (choice.country ?? '') !== ''));
  const title = t('register.title', { season: inOneLine(loft.name, season.name) });
  const key = { loft_id: loft.id, season_id: season.id };
  /** The first package whose quantity is refused, and why. */
  const wrongIn = ({ errors: refusals }: Gap) => {
    const product = products.find(({ id }) => refusals[quantityOf(id)]);
    const [why] = (product && refusals[quantityOf(product.id)]) ?? [];
    return why ? `${isolate(product!.name)}: ${sentence(why)}` : null;
  };
  const titles = [t('register.packages'), t('bird.team'), t('register.transport'), t('register.terms')];
  return (
    <div className="wrap">
      <div className={styles.head}>
        <h1>{title}</h1>
        {isOpen && window && (
          <p>
            <span className={`${chip.chip} ${chip.home}`} suppressHydrationWarning>
              <Icon name="calendar" size={15} />
              {t('register.open_until', { day: formatCalendarDay(locale, window.ends_at, 'words') })}
            </span>
            {left !== null && (
              <span>
                {t('register.places_left', {
                  left: formatNumber(locale, left),
                  max: formatNumber(locale, room.all.max!),
                })}
              </span>
            )}
          </p>
        )}
      </div>
      {!isOpen ? (
        <NotOpen
          season={season}
          loft_id={loft.id}
          starts_at={registration === 'ahead' ? window?.starts_at : undefined}
          missing={registration === 'open' ? missing : []}
        />
      ) : (
        <Form
          method="post"
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={({ nativeEvent }) => {
            const { submitter } = nativeEvent as SubmitEvent;
            if ((submitter as HTMLButtonElement | null)?.value !== 'keep') markSent(season.id, entry);
          }}
        >
          <input type="hidden" name="request_key" value={actionData?.typed.request_key ?? loaderData.request_key} />
          <div className={styles.steps}>
            {me?.sent && <SentBefore {...me.sent} />}
            {me && !me.has_address && <AddAddress {...key} choice={choice} />}
            <Step n={1} title={titles[0]!} lead={t('register.packages_lead')} done={packages}>
              <PackageChoice {...loaderData} choice={choice} change={change} errors={errors} />
              <Wrong refused={atPackages} />
            </Step>
            <Step n={2} title={titles[1]!} lead={t('register.team_lead')} done={team}>
              <TeamChoice {...loaderData} teams={me?.teams ?? []} choice={choice} change={change} errors={errors} />
            </Step>
            <Step
              n={3}
              title={titles[2]!}
              lead={
                loaderData.shipping &&
                t('register.transport_lead', {
                  from: formatCalendarDay(locale, loaderData.shipping.starts_at, 'words'),
                  to: formatCalendarDay(locale, loaderData.shipping.ends_at, 'words'),
                })
              }
              done={
                team &&
                (choice.transport !== 'agent' ||
                  ((choice.collection_id ?? '') !== '' && (choice.phone || me?.phone || '') !== ''))
              }
            >
              <Transport {...loaderData} phone={me?.phone ?? null} choice={choice} change={change} errors={errors} />
            </Step>
            <Step n={4} title={titles[3]!} lead={null} done={false}>
              <Terms
                {...loaderData}
                contract={contract}
                choice={choice}
                change={change}
                // A missing address is said beside the button that was pressed.
                errors={refused?.code === 'address_missing' && !isTold ? undefined : errors}
              />
            </Step>
          </div>
          <Summary
            {...loaderData}
            choice={choice}
            sum={sum}
            collection={
              choice.transport === 'agent'
                ? collections.find(({ id }) => String(id) === choice.collection_id)
                : undefined
            }
            refused={atPackages ? undefined : refused}
            next={gap && { n: gap.step, title: gap.names ? t(gap.names) : titles[gap.step - 1]!, wrong: wrongIn(gap) }}
            goOn={goOn}
            busy={state !== 'idle'}
          />
        </Form>
      )}
    </div>
  );
}

/**
 * Going on to the first step that lacks something. Who is led to a step that was not begun first sees its fields; who has
 * begun it, or goes on without having filled it in, is told what is missing, at the field.
 */
function useGoOn(gap: Gap | null) {
  const form = useRef<HTMLFormElement>(null);
  const [led, lead] = useState({ to: 1, presses: 0 });
  const isTold = gap !== null && led.to === gap.step && led.presses > 0;
  useEffect(() => {
    if (led.presses > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')?.focus();
  }, [led]);
  const goOn = (event: MouseEvent) => {
    if (gap === null) return;
    const { step, is_begun } = gap;
    const presses = led.to === step ? led.presses + 1 : is_begun ? 1 : 0;
    if (presses > 0) event.preventDefault();
    lead({ to: step, presses });
  };
  return { form, isTold, goOn };
}

/** Who goes back to the form that they sent comes to its order. */
function useWayToOrder(season_id: number, entry: string, order_id: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (order_id !== undefined && wasSentFrom(season_id, entry)) void navigate(orderPath(order_id), { replace: true });
  }, [season_id, entry, order_id, navigate]);
}

/** The values of the form, by priority: refused form, this tab's storage, URL, saved draft; else the defaults. */
function useChoice(season_id: number, typed: Choice | undefined, first: Choice) {
  const [search] = useSearchParams();
  const address = search.toString();
  const [choice, choose] = useState<Choice>(() => ({
    ...first,
    // A new team that was typed before the sign-in stays chosen.
    ...(search.has('team') && { team_id: '' }),
    ...choiceFrom(search),
    ...typed,
  }));
  const begins = typed === undefined;
  useEffect(() => {
    const saved = begins ? savedChoice(season_id, address) : null;
    if (saved) choose((now) => ({ ...now, ...saved }));
  }, [season_id, address, begins]);
  const change = (next: Choice) => {
    saveChoice(season_id, address, next);
    choose(next);
  };
  return [choice, change] as const;
}
