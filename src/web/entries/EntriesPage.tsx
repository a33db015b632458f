/** The birds of a customer's order: entered, ordered, changed until the loft has them. Works without a script. */
import { Form, redirect } from 'react-router';
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
import { isUnusualRing } from '#domain/pigeons/ring-form.ts';
import { refusalAt } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { base64Of, fileIn } from '#web/lib/form-file.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf, signInFor } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/EntriesPage.ts';
import { EarlierPigeons } from './EarlierPigeons.tsx';
import { EntryFields } from './EntryFields.tsx';
import { EntryLine } from './EntryLine.tsx';
import styles from './entries.module.css';
import { factsTyped } from './facts-typed.ts';
import { PasteList } from './PasteList.tsx';

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
  return { ...view, earlier, head };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  if (context.get(pageContext).me === null) throw signInFor(url.pathname);
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
      await call(orderEntries, { params: { order_id }, body: { pigeon_ids } });
    } else if (intent === 'remove') await call(removeEntry, { params: bird(), body: {} });
    else if (intent === 'no_pedigree') await call(removePedigree, { params: bird(), body: {} });
    else if (intent === 'pedigree') {
      const file = fileIn(fields, 'file');
      const body = [`data:${file.type};base64,${await base64Of(file)}`];
      await call(uploadPedigree, { params: bird(), query: { name: file.name.slice(0, 255) }, body });
    } else if (intent === 'paste') {
      const mode = oneOf(pasteModes, textIn(fields, 'mode') || null);
      const body = { list: textIn(fields, 'list'), mode };
      return { mode, pasted: await call(enterPigeonList, { params: { order_id }, body }) };
    } else if (intent === 'change') await call(changeEntry, { params: bird(), body: typed() });
    else if (intent === 'team') {
      const team_id = textIn(fields, 'team_id');
      const body = { team_id: team_id ? idFrom(team_id) : null, team: textIn(fields, 'team') };
      await call(nameTeam, { params: { order_id }, body });
    } else await call(enterPigeon, { params: { order_id }, body: typed() });
    return redirect(`/registrations/${order_id}/pigeons?done`);
  });

  /**
   * Each field is checked here; the call takes the text as it was typed. An unusual ring is asked about once: what was
   * mistyped is easily put right now, and hardly once the pigeon is at the loft.
   */
  function typed() {
    const { team_id, ring } = fieldsOf(fields, entryFields);
    if (isUnusualRing(ring) && textIn(fields, 'kept_ring') !== ring) throw refusalAt('ring', 'ring_unusual');
    return { ...factsTyped(fields), team_id } as EntryTyped;
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function EntriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, order, teams, has_flown, pigeons, earlier } = loaderData;
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
      <FormResult refused={refused?.refused} />
      <section className={panel.panel} aria-labelledby="entered">
        <div className={panel.head}>
          <h2 id="entered">{t('entries.of_places', { entered: number(pigeons.length), places: number(places) })}</h2>
          {order.pigeons_reserve > 0 && <small>{t('entries.first_fly')}</small>}
        </div>
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
        <PasteList result={isPasted ? actionData : undefined} answer={about('paste')} left={places - pigeons.length} />
      )}
      {earlier.length > 0 && <EarlierPigeons pigeons={earlier} />}
      {order.takes_pigeons && (
        <section className={panel.panel} aria-labelledby="teams">
          <div className={panel.head}>
            <h2 id="teams">{t('entries.teams')}</h2>
            <small>{t('entries.teams_hint')}</small>
          </div>
          {[...(has_flown ? [] : teams), { team_id: null, team: '' }].map(({ team_id, team }) => (
            <Form key={team_id} method="post" className={`${form.form} ${styles.team}`} preventScrollReset>
              <input type="hidden" name="team_id" value={team_id ?? ''} />
              <Field
                label={team_id === null ? t('people.new_team') : t('teams.team')}
                name="team"
                required
                maxLength={128}
                autoComplete="off"
                defaultValue={team}
                errors={
                  about('team')?.typed.team_id === String(team_id ?? '') ? refused?.refused.errors?.team : undefined
                }
              />
              <button type="submit" name="intent" value="team" className={panel.button}>
                {t('rights.save')}
              </button>
            </Form>
          ))}
        </section>
      )}
    </div>
  );
}
