/** The birds of a customer's order: entered, ordered, changed until the loft has them. Works without a script. */
import { Form, redirect } from 'react-router';
import { type Country, countriesIn } from '#domain/countries.ts';
import {
  changeEntry,
  type EntryTyped,
  enterPigeon,
  enterPigeonList,
  entryFields,
  listEarlierPigeons,
  nameTeam,
  orderEntries,
  pasteModes,
  readEntries,
  removeEntry,
  removePedigree,
  uploadPedigree,
} from '#domain/entries/contract.ts';
import { moved } from '#domain/entries/entry.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { ringDoubt, tidyRing } from '#domain/pigeons/ring-form.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { type DoneKind, withDone } from '#web/lib/done.ts';
import { actOn, fieldsOf, listIn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { base64Of, fileIn } from '#web/lib/form-file.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Choice, Field } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/EntriesPage.ts';
import { EarlierPigeons } from './EarlierPigeons.tsx';
import { EntryFields } from './EntryFields.tsx';
import { EntryLine } from './EntryLine.tsx';
import styles from './entries.module.css';
import { factsTyped } from './facts-typed.ts';
import { PasteList, PasteNotice } from './PasteList.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  const view = await answers(() => call(readEntries, { params: { order_id } }));
  const places = view.order.pigeons_active + view.order.pigeons_reserve;
  const isFull = !view.order.takes_pigeons || view.pigeons.length >= places;
  const earlier = isFull ? [] : (await call(listEarlierPigeons, { params: { order_id } })).pigeons;
  const head = pageHead({ context, params, pattern }, [t('entries.title'), view.loft.name], view.season.name);
  return { ...view, earlier, countries: countriesIn(locale), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const order_id = idFrom(params.order_id);
  const fields = await request.formData();
  const bird = () => ({ order_id, pigeon_id: idFrom(textIn(fields, 'pigeon_id')) });
  return actOn(fields, async () => {
    const intent = textIn(fields, 'intent');
    if (intent === 'up' || intent === 'down') {
      const { pigeons } = await call(readEntries, { params: { order_id } });
      const ids = pigeons.map(({ pigeon_id }) => pigeon_id);
      const pigeon_ids = [...moved(ids, bird().pigeon_id, intent === 'up' ? -1 : 1)];
      const said = done('moved', await ringOf());
      await call(orderEntries, { params: { order_id }, body: { pigeon_ids } });
      return said;
    }
    if (intent === 'remove') {
      const said = done('removed', await ringOf());
      await call(removeEntry, { params: bird(), body: {} });
      return said;
    }
    if (intent === 'no_pedigree') await call(removePedigree, { params: bird(), body: {} });
    else if (intent === 'pedigree') {
      const file = fileIn(fields, 'file');
      const body = [`data:${file.type};base64,${await base64Of(file)}`];
      await call(uploadPedigree, { params: bird(), query: { name: file.name.slice(0, 255) }, body });
    } else if (intent === 'paste') {
      const mode = oneOf(pasteModes, textIn(fields, 'mode') || null);
      const kept_rings = fields.getAll('kept_ring').filter((ring) => typeof ring === 'string');
      const team_id = teamIn();
      const body = { list: listIn(fields, 'list'), mode, team_id, kept_rings };
      return { mode, team_id, kept_rings, pasted: await call(enterPigeonList, { params: { order_id }, body }) };
    } else if (intent === 'change') {
      const body = typed();
      await call(changeEntry, { params: bird(), body }).catch(sayWhere(body.ring));
      return done('changed', await ringOf());
    } else if (intent === 'team') {
      const body = { team_id: teamIn(), team: textIn(fields, 'team'), country: textIn(fields, 'country') };
      await call(nameTeam, { params: { order_id }, body });
      return done(body.team_id === null ? 'entered' : 'changed', body.team);
    } else {
      const body = typed();
      await call(enterPigeon, { params: { order_id }, body }).catch(sayWhere(body.ring));
      return done('entered', tidyRing(body.ring));
    }
    return done('changed', await ringOf());
  });

  function done(kind: DoneKind, name: string) {
    return redirect(`/registrations/${order_id}/pigeons${withDone('', kind, name)}`);
  }

  /** A ring that is entered already (8.17): whether it stands in this list or elsewhere in the season. */
  function sayWhere(ring: string) {
    return async (error: unknown): Promise<never> => {
      if (!isRefusal(error) || error.errors?.ring?.[0]?.code !== 'entry_exists') throw error;
      const { pigeons } = await call(readEntries, { params: { order_id } });
      const isHere = pigeons.some((one) => ringKey(one.ring) === ringKey(ring));
      throw refusalAt('ring', isHere ? 'ring_in_list' : 'ring_in_season');
    };
  }

  function teamIn(): number | null {
    const team_id = textIn(fields, 'team_id');
    return team_id ? idFrom(team_id) : null;
  }

  async function ringOf(): Promise<string> {
    const { pigeons } = await call(readEntries, { params: { order_id } });
    return pigeons.find(({ pigeon_id }) => pigeon_id === bird().pigeon_id)?.ring ?? '';
  }

  /** Each field is checked here; the call takes the text as it was typed. A doubtful ring is asked about once. */
  function typed() {
    const { team_id, ring } = fieldsOf(fields, entryFields);
    const doubt = textIn(fields, 'kept_ring') === ring ? null : ringDoubt(ring, new Date().getFullYear());
    if (doubt) throw new Refusal('bad_input', {}, { ring: [doubt] });
    return { ...factsTyped(fields), team_id } as EntryTyped;
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function EntriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, order, teams, has_flown, pigeons, earlier, countries } = loaderData;
  const own_country = teams.find(({ team_id }) => team_id === order.team_id)?.country ?? null;
  const places = order.pigeons_active + order.pigeons_reserve;
  const number = (value: number) => formatNumber(locale, value);
  const isPasted = actionData !== undefined && 'pasted' in actionData;
  const refused = isPasted ? undefined : actionData;
  const about = (name: string, id?: number) =>
    refused?.typed.intent === name && (id === undefined || refused.typed.pigeon_id === String(id))
      ? refused
      : undefined;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('entries.title')}</h1>
      <p>
        <bdi>
          {loft.name} {season.name}
        </bdi>
      </p>
      {/* After a list, what came of it, and not what was done before. */}
      {isPasted ? <PasteNotice {...actionData} /> : <FormResult refused={refused?.refused} />}
      <section className={panel.panel} aria-labelledby="entered">
        <div className={panel.head}>
          <h2 id="entered">{t('entries.of_places', { entered: number(pigeons.length), places: number(places) })}</h2>
          {order.pigeons_reserve > 0 && <small>{t('entries.first_fly')}</small>}
        </div>
        {pigeons.some(({ known_from }) => known_from.length > 0) && (
          <p className={styles.known_hint}>{t('entries.known_hint', { change: t('entries.edit') })}</p>
        )}
        {pigeons.length === 0 ? (
          <Empty
            title={t('entries.none_entered')}
            text={t(order.takes_pigeons ? 'entries.none_text' : 'entries.wait')}
          />
        ) : (
          <ol className={styles.list}>
            {pigeons.map((bird, i) => (
              <EntryLine
                key={bird.pigeon_id}
                order_id={order.order_id}
                bird={bird}
                answer={about('change', bird.pigeon_id)}
                answer_pedigree={about('pedigree', bird.pigeon_id)}
                time_zone={loft.time_zone}
                isFirst={i === 0}
                isLast={i === pigeons.length - 1}
                teams={teams}
                own_team_id={order.team_id}
              />
            ))}
          </ol>
        )}
      </section>
      {order.takes_pigeons && pigeons.length < places && (
        <section className={panel.panel} aria-labelledby="new">
          <div className={panel.head}>
            <h2 id="new">{t('entries.new')}</h2>
          </div>
          {/* Keyed, so that the fields are empty again for the next bird. */}
          <Form method="post" key={pigeons.length} className={`${form.form} ${styles.form}`}>
            <EntryFields answer={about('enter')} teams={teams} own_team_id={order.team_id} />
            <button type="submit" name="intent" value="enter" className={panel.button_primary}>
              {t('entries.add')}
            </button>
          </Form>
        </section>
      )}
      {order.takes_pigeons && (pigeons.length < places || isPasted) && (
        <PasteList
          result={isPasted ? actionData : undefined}
          answer={about('paste')}
          left={places - pigeons.length}
          teams={teams}
          own_team_id={order.team_id}
        />
      )}
      {earlier.length > 0 && <EarlierPigeons pigeons={earlier} />}
      {order.takes_pigeons && (
        <section className={panel.panel} aria-labelledby="teams">
          <div className={panel.head}>
            <h2 id="teams">{t('entries.teams')}</h2>
            <small>{t('entries.teams_hint')}</small>
          </div>
          {[...(has_flown ? [] : teams), { team_id: null, team: '', country: own_country }].map((one) => (
            <TeamForm
              // A new one is empty again for the next.
              key={one.team_id ?? `new ${teams.length}`}
              {...one}
              countries={countries}
              answer={
                refused?.typed.intent === 'team' && refused.typed.team_id === String(one.team_id ?? '')
                  ? refused
                  : undefined
              }
            />
          ))}
        </section>
      )}
    </div>
  );
}

interface TeamFormProps {
  /** Null: a new team. */
  team_id: number | null;
  team: string;
  country: string | null;
  countries: readonly Country[];
  answer: RefusedForm | undefined;
}

/** The name and the country of a team. */
function TeamForm({ team_id, team, country, countries, answer }: TeamFormProps) {
  const { t } = useTranslation();
  const errors = answer?.refused.errors;
  return (
    <Form method="post" className={`${form.form} ${styles.team}`} noValidate preventScrollReset>
      <input type="hidden" name="team_id" value={team_id ?? ''} />
      <Field
        label={team_id === null ? t('people.new_team') : t('teams.team')}
        name="team"
        required
        maxLength={longestTeamName}
        autoComplete="off"
        defaultValue={answer?.typed.team ?? team}
        errors={errors?.team}
      />
      <Choice
        label={t('lofts.country')}
        name="country"
        required
        defaultValue={answer?.typed.country ?? country ?? ''}
        errors={errors?.country}
      >
        <option value="">{t('identity.no_country')}</option>
        <CountryOptions countries={countries} />
      </Choice>
      <button type="submit" name="intent" value="team" className={panel.button}>
        {t('rights.save')}
      </button>
    </Form>
  );
}
