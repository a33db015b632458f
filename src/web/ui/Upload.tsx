/** An upload area: files are chosen or dropped, sent one after the other, each with its progress and its error. */
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { type FileShown, uploadFiles } from '#domain/files/contract.ts';
import { faultsOfFiles, mostMegabytes } from '#domain/files/file.ts';
import { pathOf } from '#domain/path.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { sendFile } from '#web/lib/upload.ts';
import { createUploads, type Upload as Sent } from '#web/lib/uploads.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';
import styles from './upload.module.css';

export type UploadProps = UploadTo & {
  /** What is taken; `evidence`: pictures, which become public, and PDFs. */
  as: 'image' | 'document' | 'evidence';
  /** Whether several files can be chosen. */
  many?: boolean;
  /** Whether the page shows what is stored: then its line goes. */
  isShownApart?: boolean;
  /** Called with each stored file; the next upload waits for it. An error is shown beside the file. */
  onStored(file: FileShown): Promise<void> | void;
};

/** Stored for a loft, or by a call of its own. */
type UploadTo = { loft_id: number; path?: never } | { loft_id?: never; path: string };

type Item = Sent<File>;

const taken = { image: 'image/*', document: 'image/*,application/pdf', evidence: 'image/*,application/pdf' };

/** How a file is sent. */
const kindOf = (as: UploadProps['as'], { type }: File): 'image' | 'document' =>
  as === 'evidence' ? (type === 'application/pdf' ? 'document' : 'image') : as;

export function Upload({ loft_id, path, as, many = false, isShownApart = false, onStored }: UploadProps) {
  const to = (kind: 'image' | 'document') => path ?? pathOf(uploadFiles.path, { loft_id }, { as: kind });
  const { t } = useTranslation();
  const hint = useId();
  const hydrated = useHydrated();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  /** The failed upload that the next chosen file replaces. */
  const instead = useRef<number>(undefined);
  const place = useRef({ to, as, onStored });
  useEffect(() => {
    place.current = { to, as, onStored };
  });
  const [uploads] = useState(() =>
    createUploads<File>({
      changed: setItems,
      send: async (file, trail) => {
        const { onStored: then, ...where } = place.current;
        const kind = kindOf(where.as, file);
        await then(await sendFile(file, { path: where.to(kind), as: kind, ...trail }));
      },
    }),
  );
  const listed = isShownApart ? items.filter(({ state }) => state !== 'done') : items;
  const take = (files: readonly File[]) => uploads.take(many ? files : files.slice(0, 1));

  const onChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (instead.current !== undefined) uploads.cancel(instead.current);
    instead.current = undefined;
    take([...(target.files ?? [])]);
    // Allows the same file to be chosen again.
    target.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };

  return (
    <div className={styles.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the field */}
      <div
        className={`${styles.place} ${over ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <label className={panel.button}>
          <Icon name="plus" />
          {t(many ? 'upload.choose' : 'upload.choose_one')}
          <input
            ref={field}
            className="visually-hidden"
            type="file"
            accept={taken[as]}
            multiple={many}
            disabled={!hydrated}
            aria-describedby={hint}
            onChange={onChoose}
          />
        </label>
        <span className={styles.drop}>{t('upload.or_drop')}</span>
        <p id={hint} className={styles.hint}>
          {t(`upload.${as === 'image' ? 'image' : 'document'}`, { max: mostMegabytes })}
        </p>
        <noscript>
          <p className={styles.hint}>{t('upload.needs_script')}</p>
        </noscript>
      </div>
      {listed.length > 0 && (
        <ul className={styles.items}>
          {listed.map((item) => (
            <Line
              key={item.id}
              item={item}
              onCancel={() => uploads.cancel(item.id)}
              onAgain={() => uploads.again(item.id)}
              onOther={() => {
                instead.current = item.id;
                field.current?.click();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface LineProps {
  item: Item;
  onCancel(): void;
  onAgain(): void;
  onOther(): void;
}

function Line({ item, onCancel, onAgain, onOther }: LineProps) {
  const { t } = useTranslation();
  const { file, part, state, failed } = item;
  const { name } = file;
  const isItsOwnFault = failed !== null && faultsOfFiles.some((fault) => fault === failed.code);
  const message =
    failed?.code === 'no_answer'
      ? t('upload.no_answer')
      : failed && t(`refusals.${failed.code}` as 'refusals.bad_input', failed.params);
  return (
    <li className={styles.item}>
      <bdi className={styles.name}>{name}</bdi>
      {state === 'sending' && (
        <progress className={styles.bar} value={part} max={1} aria-label={t('upload.sending', { name })} />
      )}
      {state === 'waiting' && <span className={styles.hint}>{t('upload.waiting')}</span>}
      {state === 'done' && (
        <span role="status" className={styles.done}>
          <Icon name="check" />
          <span className="visually-hidden">{t('upload.done', { name })}</span>
        </span>
      )}
      {message && (
        <span role="alert" className={styles.failed}>
          <Icon name="alert" />
          {message}
        </span>
      )}
      {failed && (
        <button type="button" className={panel.button} onClick={isItsOwnFault ? onOther : onAgain}>
          <Icon name={isItsOwnFault ? 'plus' : 'replay'} />
          {t(isItsOwnFault ? 'upload.choose_one' : 'error.again')}
        </button>
      )}
      {state !== 'done' && (
        <button type="button" className={styles.cancel} onClick={onCancel}>
          <Icon name="close" />
          <span className="visually-hidden">{t('upload.cancel', { name })}</span>
        </button>
      )}
    </li>
  );
}
