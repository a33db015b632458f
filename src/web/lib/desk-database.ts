/**
 * The database of the basketing desks on this device: what a desk holds of its flight, and the events that wait to be
 * sent. An event is here before the page shows it, so that a closed page or an empty battery loses nothing.
 */

/** Also deleted by name when the person signs out; the events, which name nobody, stay until they are sent. */
export const deskDatabase = 'basketing';
/** The photos of birds that the desks keep, in the browser's cache storage. */
export const deskPhotos = 'basketing-photos';
const version = 1;

export const deskStores = ['flights', 'waiting', 'refused'] as const;
export type DeskStore = (typeof deskStores)[number];

/** Opens the database. `flights` is keyed by the flight, the others by flight and place in the count. */
export function openDeskDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(deskDatabase, version);
    opening.onupgradeneeded = () => {
      for (const store of deskStores) opening.result.createObjectStore(store);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs requests in one transaction that is on the disk when it ends. */
export function write(
  database: IDBDatabase,
  stores: readonly DeskStore[],
  work: (store: (name: DeskStore) => IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...stores], 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    work((name) => transaction.objectStore(name));
  });
}

/** The value of a key. */
export function read<T>(database: IDBDatabase, store: DeskStore, key: IDBValidKey): Promise<T | undefined> {
  return ended(database.transaction(store).objectStore(store).get(key));
}

/** The values of a flight in the order of their keys. */
export function readAll<T>(database: IDBDatabase, store: DeskStore, flight_id: number): Promise<T[]> {
  return ended(database.transaction(store).objectStore(store).getAll(rangeOf(flight_id)));
}

/** The keys of a flight. */
export const rangeOf = (flight_id: number): IDBKeyRange => IDBKeyRange.bound([flight_id], [flight_id, []]);

function ended<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}

/** Removes what the desks hold of birds and teams, when the person signs out. Events that wait stay. */
export async function forgetDesks(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const database = await openDeskDatabase();
  await write(database, ['flights', 'refused'], (store) => {
    const flights = store('flights');
    flights.openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      // The device stays the same desk, so that what waits is still its own.
      cursor.update({ ...cursor.value, data: null });
      cursor.continue();
    };
    store('refused').clear();
  });
  database.close();
  if ('caches' in globalThis) await caches.delete(deskPhotos);
}
