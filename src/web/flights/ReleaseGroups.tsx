/**
 * The groups of a release: what was said of each, and the form by which a later one is said, or said anew. Once birds
 * are home, that is a ruling.
 */
import { Form } from 'react-router';
import type { ReleaseGroup } from '#domain/flights/contract.ts';
import { takesRulings } from '#domain/flights/flight.ts';
import { mostGroups } from '#domain/flights/release-groups.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { GroupBirds } from '#web/ui/GroupBirds.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './release.module.css';
import type { ReleaseView } from './use-release-phone.ts';

export function ReleaseGroups({ view, answer }: { view: ReleaseView; answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, groups, loft } = view;
  const isOpen = flight.status === 'released' && flight.home_count === 0 && flight.replay_factor === null;
  const isRuled = !isOpen && takesRulings(flight.status) && flight.replay_factor === null;
  if (flight.release_time === null || (!isOpen && !isRuled && groups.length === 0)) return null;
  const first = flight.basketed_count - groups.reduce((sum, { birds }) => sum + birds, 0);
  const all = [{ group: 1, release_time: flight.release_time, crates: null, birds: first }, ...groups];
  const next = Array.from({ length: mostGroups - 1 }, (_, at) => at + 2).find((n) =>
    all.every(({ group }) => group !== n),
  );
  const answerTo = (group: number) => (answer?.typed.group === String(group) ? answer : undefined);
  return (
    <section className={styles.groups} aria-label={t('release.groups')}>
      {groups.length > 0 && (
        <>
          <h3>{t('release.groups')}</h3>
          <ol className={styles.checks}>
            {all.map(({ group, release_time, ...birds }) => (
              <li key={group}>
                <b className="num">{formatNumber(locale, group)}</b>
                <small>
                  <GroupBirds {...birds} />
                </small>
                <bdi dir="ltr" className="num">
                  {clockTime(Date.parse(release_time), loft.time_zone).time}
                </bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      {isOpen &&
        groups.map((group) => <GroupForm key={group.number} {...{ view, group }} answer={answerTo(group.group)} />)}
      {isOpen && next !== undefined && (
        <GroupForm key={`${next} ${groups.length}`} {...{ view }} group={{ group: next }} answer={answerTo(next)} />
      )}
      {isRuled && <GroupRulings view={view} next={next} />}
    </section>
  );
}

/** The ways to a ruling on each group, and on the next one. */
function GroupRulings({ view: { flight, season, groups }, next }: { view: ReleaseView; next: number | undefined }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const ruling = (group: number) => newRulingPath(season.id, flight.id, { kind: 'release_group', group });
  return (
    <>
      {flight.status === 'released' && <p>{t('refusals.group_by_ruling')}</p>}
      <ul className={styles.group_rulings}>
        {groups.map(({ group }) => (
          <li key={group}>
            <Link to={ruling(group)}>{t('release.group_correct', { group: formatNumber(locale, group) })}</Link>
          </li>
        ))}
        {next !== undefined && (
          <li>
            <Link to={ruling(next)}>{t('release.group_later')}</Link>
          </li>
        )}
      </ul>
    </>
  );
}

interface GroupFormProps {
  view: ReleaseView;
  /** A group that was said has its time and birds too. */
  group: Pick<ReleaseGroup, 'group'> & Partial<ReleaseGroup>;
  answer: RefusedForm | undefined;
}

function GroupForm({ view: { loft, crates }, group: said, answer }: GroupFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { group, release_time } = said;
  const errors = answer?.refused.errors;
  const isSaid = release_time !== undefined;
  const byCrates = isSaid ? said.crates !== null : crates.length > 0;
  return (
    <details className={styles.spoken} open={answer !== undefined}>
      <summary>
        {isSaid ? t('release.group_correct', { group: formatNumber(locale, group) }) : t('release.group_later')}
      </summary>
      <Form method="post" className={form.form}>
        <input type="hidden" name="group" value={group} />
        <Wrong refused={errors ? undefined : answer?.refused} />
        <Field
          label={t('release.time')}
          name="time"
          type="time"
          step={1}
          required
          defaultValue={
            answer?.typed.time ?? (isSaid ? clockTime(Date.parse(release_time), loft.time_zone).time : undefined)
          }
          errors={errors?.time}
        />
        {byCrates ? (
          <Field
            label={t('release.group_crates_field')}
            name="crates"
            required
            dir="ltr"
            defaultValue={answer?.typed.crates ?? said.crates ?? undefined}
            errors={errors?.crates}
          />
        ) : (
          <Area
            label={t('release.group_rings_field')}
            name="rings"
            hint={isSaid ? t('ruling.keep_birds') : undefined}
            required={!isSaid}
            dir="ltr"
            defaultValue={answer?.typed.rings}
            errors={errors?.rings ?? errors?.crates}
          />
        )}
        <button type="submit" className={panel.button_primary}>
          {t('release.group_enter')}
        </button>
        {isSaid && (
          <button type="submit" name="take_back" value="1" formNoValidate className={panel.button}>
            {t('release.group_take_back')}
          </button>
        )}
      </Form>
    </details>
  );
}
