/** The public visibility of a season's data (3.15): a box for each field of each list, with a preview of the list. */
import { useState } from 'react';
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import {
  fieldsOfLists,
  goesLive,
  hiddenOf,
  type Shown,
  type ShownList,
  type Switch,
  shownExcept,
  shownLists,
  showsBirdPages,
  showsGap,
  showsHome,
  showsSpeed,
  showsTeamPages,
  switches,
} from '#domain/seasons/visibility.ts';
import { changeVisibility, readVisibility } from '#domain/seasons/visibility-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Check, Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/VisibilityPage.ts';
import styles from './visibility.module.css';

const pathOf = (season_id: number) => `/admin/seasons/${season_id}/visibility`;

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(readVisibility, { params: { season_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.visibility'), view.season.name], t('shown.lead'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const form = await request.formData();
  const body = shownExcept(switches.filter((one) => !form.has(one)));
  return actOn(form, async () => {
    await answers(() => context.get(callContext)(changeVisibility, { params: { season_id }, body }));
    return redirect(`${pathOf(season_id)}?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function VisibilityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { shown } = loaderData;
  const [wanted, want] = useState<Shown>(shown);
  const [search] = useSearchParams();
  const { state } = useNavigation();
  const hidden = hiddenOf(wanted);
  const isSaved = search.has('saved') && hidden.join() === hiddenOf(shown).join();
  return (
    <>
      <AdminHead title={t('admin.visibility')} lead={t('shown.lead')} />
      <Form method="post" className={styles.lists}>
        {actionData && <Wrong refused={actionData.refused} />}
        {shownLists.map((list) => (
          <List
            key={list}
            list={list}
            hidden={hidden}
            onChange={(field, isShown) => want({ ...wanted, [list]: { ...wanted[list], [field]: isShown } })}
          />
        ))}
        <div className={styles.save}>
          <button type="submit" className={panel.button_primary} disabled={state === 'submitting'}>
            {t('identity.save')}
          </button>
          {isSaved && (
            <p role="status" className={styles.saved}>
              <Icon name="check" />
              {t('shown.saved')}
            </p>
          )}
        </div>
      </Form>
    </>
  );
}

interface ListProps {
  list: ShownList;
  hidden: readonly Switch[];
  onChange: (field: string, isShown: boolean) => void;
}

function List({ list, hidden, onChange }: ListProps) {
  const { t } = useTranslation();
  const notes = notesOn(list, hidden);
  return (
    <fieldset className={`${panel.panel} ${styles.list}`} aria-labelledby={list}>
      <div className={panel.head}>
        <h2 id={list}>{t(names[list])}</h2>
      </div>
      <div className={styles.boxes}>
        {fieldsOfLists[list].map((field) => (
          <Check
            key={field}
            name={`${list}.${field}`}
            label={t(labelOf(list, field))}
            checked={!hidden.includes(`${list}.${field}` as Switch)}
            onChange={({ currentTarget }) => onChange(field, currentTarget.checked)}
          />
        ))}
      </div>
      <Preview list={list} hidden={hidden} />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <Icon name="eye" size={18} />
          {t(note)}
        </p>
      ))}
    </fieldset>
  );
}

/** The columns that are always public. */
function Preview({ list, hidden }: Pick<ListProps, 'list' | 'hidden'>) {
  const { t } = useTranslation();
  const columns = columnsOf(list, hidden);
  return (
    <div className={styles.preview}>
      <p>{t('shown.preview')}</p>
      {columns.length === 0 ? (
        <p>{t('shown.nothing')}</p>
      ) : (
        <ul className={styles.columns}>
          {columns.map((name) => (
            <li key={name}>{t(name)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const names = {
  participants: 'teams.title',
  fanciers: 'pigeons.title',
  results: 'flight.arrivals',
  baskets: 'flight.basketing',
  aces: 'shown.aces',
} as const satisfies Record<ShownList, string>;

const labels = {
  rank: 'board.rank',
  team: 'board.team',
  country: 'lofts.country',
  fancier: 'sheet.fancier',
  pigeonsCount: 'teams.pigeons',
  ringDescriptor: 'sheet.ring',
  color: 'sheet.color',
  eyeColor: 'sheet.eye_color',
  hatchYear: 'sheet.hatch_year',
  breeder: 'sheet.breeder',
  sire: 'sheet.sire',
  dam: 'sheet.dam',
  sex: 'sheet.sex',
  pigeonName: 'sheet.name',
  time: 'board.time',
  speed: 'bird.speed',
} as const;

/** In a basketing list `time` is whether a bird is home. */
const labelOf = (list: ShownList, field: keyof typeof labels) =>
  list === 'baskets' && field === 'time' ? 'basketing.state' : labels[field];

/** The visible columns of a list; some depend on others. */
function columnsOf(list: ShownList, hidden: readonly Switch[]) {
  const gone: readonly (string | false)[] = [
    ...hidden,
    !showsSpeed(hidden) && 'results.speed',
    !showsHome(hidden) && 'baskets.time',
  ];
  const columns = fieldsOfLists[list]
    .filter((field) => !gone.includes(`${list}.${field}`))
    .map((field) => labelOf(list, field));
  return list === 'results' && showsGap(hidden) ? [...columns, 'board.gap' as const] : columns;
}

/** The effects on a list besides its columns. */
function notesOn(list: ShownList, hidden: readonly Switch[]) {
  const notes = [
    list === 'participants' && !showsTeamPages(hidden) && 'shown.note_team',
    list === 'fanciers' && !showsBirdPages(hidden) && 'shown.note_ring',
    list === 'results' && hidden.includes('results.time') && 'shown.note_time',
    list === 'results' && !goesLive(hidden) && 'shown.note_live',
  ] as const;
  return notes.filter((note) => note !== false);
}
