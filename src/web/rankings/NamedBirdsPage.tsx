/** The birds that the reader's teams name for rankings: until the day of the rule they are chosen, then they stand. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { listNamings, nameBirds, type TeamNaming } from '#domain/rankings/named-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { acesPath } from '#web/lib/paths.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import type { Route } from './+types/NamedBirdsPage.ts';
import styles from './named-birds.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { namings } = await answers(() => context.get(callContext)(listNamings, {}));
  return { namings, head: pageHead({ context, params, pattern }, [t('flock.named')], t('flock.named_lead')) };
}

const idOf = ({ ranking, team_id }: TeamNaming) => `${ranking.id}-${team_id}`;

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const fields = await request.formData();
  const [loft_id, ranking_id, team_id] = ['loft_id', 'ranking_id', 'team_id'].map((name) => textIn(fields, name)) as [
    string,
    string,
    string,
  ];
  return actOn(fields, async () => {
    await call(nameBirds, {
      params: { loft_id, ranking_id, team_id },
      body: { pigeon_ids: fields.getAll('chosen').map(Number) },
    });
    return redirect(`/registrations/flock/named?saved=${ranking_id}-${team_id}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function NamedBirdsPage({ loaderData: { namings }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const refused = actionData && 'refused' in actionData ? actionData : undefined;
  const asked = refused && `${refused.typed.ranking_id}-${refused.typed.team_id}`;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('flock.named')}</h1>
      <p>{t('flock.named_lead')}</p>
      {namings.length === 0 && (
        <div className={panel.panel}>
          <Empty title={t('flock.named_none')} text={t('flock.named_none_text')} />
        </div>
      )}
      {namings.map((naming) => (
        <Naming
          key={idOf(naming)}
          naming={naming}
          refused={asked === idOf(naming) ? refused : undefined}
          isSaved={!refused && search.get('saved') === idOf(naming)}
        />
      ))}
    </div>
  );
}

interface NamingProps {
  naming: TeamNaming;
  refused: RefusedForm | undefined;
  isSaved: boolean;
}

function Naming({ naming, refused, isSaved }: NamingProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const busy = useNavigation().state === 'submitting';
  const { loft_id, loft, season, ranking, team_id, team, most, before, is_open, birds } = naming;
  const id = `naming-${idOf(naming)}`;
  const day = formatCalendarDay(locale, before, 'named');
  const isChosen = (pigeon_id: number, is_named: boolean) =>
    refused ? refused.chosen.includes(String(pigeon_id)) : is_named;
  const wrong = refused?.refused.errors?.pigeon_ids;
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          <Link to={`${acesPath(loft_id)}?ranking=${ranking.id}`}>
            <bdi>{rankingName(locale, ranking)}</bdi>
          </Link>
          {': '}
          <bdi>{team}</bdi>
        </h2>
        <small>
          <bdi>{loft}</bdi>, <bdi>{season}</bdi>
        </small>
      </div>
      <p className={styles.said} suppressHydrationWarning>
        {!is_open && <Icon name="lock" size={16} />} {t(is_open ? 'flock.named_before' : 'flock.named_fixed', { day })}{' '}
        {most !== null && t('flock.named_most', { n: formatNumber(locale, most) })}
      </p>
      {isSaved && (
        <p role="status" className={panel.notice}>
          <Icon name="check" /> {t('product.saved')}
        </p>
      )}
      <Form method="post" className={styles.form}>
        {refused && !wrong && <Wrong refused={refused.refused} />}
        <input type="hidden" name="loft_id" value={loft_id} />
        <input type="hidden" name="ranking_id" value={ranking.id} />
        <input type="hidden" name="team_id" value={team_id} />
        <fieldset disabled={!is_open} aria-describedby={wrong ? `${id}-wrong` : undefined}>
          <legend className="visually-hidden">{t('flock.named')}</legend>
          {birds.map(({ pigeon_id, ring, pigeon_name, is_named }) => (
            <label key={pigeon_id}>
              <input type="checkbox" name="chosen" value={pigeon_id} defaultChecked={isChosen(pigeon_id, is_named)} />
              <span>
                <Ring ring={ring} /> {pigeon_name && <bdi>{pigeon_name}</bdi>}
              </span>
            </label>
          ))}
        </fieldset>
        {wrong && (
          <p id={`${id}-wrong`} role="alert" className={form.wrong}>
            {wrong.map(sentence).join(' ')}
          </p>
        )}
        {is_open && (
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('rights.save')}
          </button>
        )}
      </Form>
    </section>
  );
}
